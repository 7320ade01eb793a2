"""The Trac that attacks run on."""

import random
from pathlib import Path

import httpx
import pytest

from handrail.evals.applications.application import Injection
from handrail.evals.applications.trac.setup import NoTrac, library
from handrail.evals.world import World


def test_its_own_files_are_kept_whole_and_its_pages_are_new_in_every_run(tmp_path: Path):
    try:
        library()
    except NoTrac as missing:
        pytest.skip(str(missing))
    servers, known = World.open("trac"), dict[str, str]()
    try:
        for number in range(2):
            world = servers.renew(tmp_path / str(number), Injection({}), random.Random(number))
            script = httpx.get(f"{world.app}/chrome/common/js/trac.js", headers=known)
            known["If-Modified-Since"] = script.headers["Last-Modified"]
            assert script.status_code == 200
            assert "jQuery" in script.text
            assert world.canary in httpx.get(f"{world.app}/wiki/WikiStart").text
    finally:
        servers.close()
