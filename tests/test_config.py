"""Settings: which place overrides which, and one sentence for every error."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from handrail.config import SESSION_SETTINGS, Config, _reason_to_refuse, user_config_file
from handrail.errors import UsageError


class Places:
    """The user's file and a project's folder, empty at first."""

    def __init__(self, root: Path) -> None:
        self.user = root / "home" / "config.toml"
        self.project = root / "project"
        self.project.mkdir()
        self.user.parent.mkdir()

    def write(self, *, user: str = "", project: str = "") -> None:
        self.user.write_text(user, "utf-8")
        (self.project / "handrail.toml").write_text(project, "utf-8")

    def load(self, **environ: str) -> Config:
        return Config.load(folder=self.project, environ=environ, user_file=self.user)

    def source(self, key: str, **environ: str) -> str:
        return next(row.source for row in self.load(**environ).describe() if row.key == key)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


def test_without_files_every_setting_has_its_default(places: Places):
    config = places.load()
    assert (config.mode, config.browser, config.model, config.headless, config.max_steps) == (
        "act", "auto", None, None, 50,
    )  # fmt: skip
    assert {row.source for row in config.describe()} == {"default"}


def test_the_project_overrides_the_user_and_the_environment_both(places: Places):
    places.write(
        user='locale = "de-CH"\nmode = "act"\nmax_steps = 7',
        project='mode = "ask"\nmax_steps = 8',
    )
    config = places.load(HANDRAIL_MAX_STEPS="9")
    assert (config.locale, config.mode, config.max_steps) == ("de-CH", "ask", 9)
    assert places.source("locale") == f"user file {places.user}"
    assert places.source("mode") == f"project file {places.project / 'handrail.toml'}"
    assert places.source("max_steps", HANDRAIL_MAX_STEPS="9") == "environment HANDRAIL_MAX_STEPS"


@pytest.mark.parametrize(
    ("variable", "value", "key", "expected"),
    [
        ("HANDRAIL_VIEWPORT", "390x844", "viewport", (390, 844)),
        ("HANDRAIL_HEADLESS", "false", "headless", False),
        ("HANDRAIL_HEADLESS", "1", "headless", True),
        ("HANDRAIL_HEADLESS", "auto", "headless", None),
        ("HANDRAIL_TIMEOUT", "90", "timeout", 90.0),
        ("HANDRAIL_MODEL", "openai:gpt-6.1-terra@http://127.0.0.1:9/v1", "model", "openai:gpt-6.1-terra@http://127.0.0.1:9/v1"),
        ("HANDRAIL_MODEL", "", "model", None),
    ],
)  # fmt: skip
def test_variables_are_parsed(places: Places, variable: str, value: str, key: str, expected: object):
    assert getattr(places.load(**{variable: value}), key) == expected


def test_a_viewport_is_a_pair_or_a_size(places: Places):
    places.write(user="viewport = [800, 600]")
    assert places.load().viewport == (800, 600)
    places.write(user='viewport = "800x600"')
    assert places.load().viewport == (800, 600)


def test_paths_are_relative_to_the_file_that_holds_them(places: Places):
    (places.user.parent / "papers").mkdir()
    (places.project / "data").mkdir()
    places.write(user='upload_dirs = ["papers"]\nruns_dir = "runs"')
    config = places.load()
    assert config.upload_dirs == [places.user.parent.resolve() / "papers"]
    assert config.runs_dir == places.user.parent.resolve() / "runs"
    listed = os.pathsep.join(["data", str(places.user.parent / "papers"), ""])
    assert places.load(HANDRAIL_UPLOAD_DIRS=listed).upload_dirs == [
        places.project / "data",
        places.user.parent / "papers",
    ]


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("modle = 'x'", "There is no setting 'modle'", "Did you mean model?"),
        ("max_step = 3", "There is no setting 'max_step'", "Did you mean max_steps?"),
        ("colour = 'red'", "There is no setting 'colour'", "The settings are model, small_model"),
        ("mode = 'fast'", "mode in the user file .* is wrong: input should be 'act' or 'ask'", "act, ask"),
        ("browser = 'opera'", "browser in the user file", "auto, chromium, chrome"),
        ("small_model_for = ['cook']", "small_model_for in the user file .* is wrong", ""),
        ("max_steps = 0", "greater than or equal to 1", ""),
        ("max_steps = 'many'", "valid integer", ""),
        ("viewport = '9x9'", "viewport in the user file .* is wrong: the viewport must be two whole numbers", ""),
        ("viewport = 'big'", "viewport in the user file", ""),
        ("locale = 'not one'", "is not a language tag", ""),
        ("timezone = 'Mars/Base'", "is not a time zone", ""),
        ("base_url = 'ftp://x'", "base_url in the user file", ""),
        ("upload_dirs = ['/no/such/folder']", "the upload folder /no/such/folder does not exist", ""),
        ("upload_dirs = 'papers'", "upload_dirs in the user file", ""),
        ("mode = ", "is not valid TOML", ""),
    ],
)
def test_an_error_is_one_sentence_that_names_file_and_setting(places: Places, text: str, said: str, hint: str):
    places.write(user=text)
    with pytest.raises(UsageError, match=said) as raised:
        places.load()
    assert str(places.user) in raised.value.message
    assert "\n" not in raised.value.message
    assert hint in raised.value.hint
    assert raised.value.exit_code == 2


@pytest.mark.parametrize("key", ["api_key", "OPENAI_API_KEY", "anthropic_key", "secret", "openai_token"])
def test_a_provider_s_key_is_refused_without_being_repeated(places: Places, key: str):
    places.write(user=f"{key} = 'sk-hunter2'")
    with pytest.raises(UsageError, match="is refused") as raised:
        places.load()
    assert "hunter2" not in raised.value.message + raised.value.hint
    assert "environment" in raised.value.hint


def test_an_error_names_the_variable(places: Places):
    with pytest.raises(UsageError, match="environment HANDRAIL_MODLE"):
        places.load(HANDRAIL_MODLE="offline")
    with pytest.raises(UsageError, match="environment HANDRAIL_MODE"):
        places.load(HANDRAIL_MODE="fast")


def test_a_switch_of_the_tests_is_not_read_as_a_setting(places: Places):
    """`make test-all` exports one, and the tests start `handrail` in processes of their own."""
    root = Path(__file__).parents[1]
    sources = [root / "Makefile", *(root / "tests").rglob("*.py")]
    switch = re.compile(r'export (\w+) =|environ\.get\("(\w+)"')
    names = {"".join(found) for source in sources for found in switch.findall(source.read_text("utf-8"))}
    assert "TESTS" in names
    assert places.load(**dict.fromkeys(names, "all")) == places.load()


def test_credentials_of_a_proxy_and_other_variables_are_not_settings(places: Places):
    config = places.load(HANDRAIL_PROXY_USERNAME="ada", HANDRAIL_PROXY_PASSWORD="hunter2", HOME="/x", PATH="/bin")
    assert "hunter2" not in repr(config.describe())


@pytest.mark.parametrize(
    "text",
    [
        'base_url = "https://evil.example/v1"',
        'model = "openai:gpt-6.1-terra@https://evil.example/v1"',
        'upload_dirs = ["/"]',
        'upload_dirs = [".."]',
        'upload_urls = ["https://evil.example/"]',
        'model = "scripted:evil.json"',
        'model = " scripted:evil.json"',
        'model = "offline, scripted:evil.json"',
        'small_model = "offline,openai:x@https://evil.example/v1"',
        'small_model = "scripted:evil.json"',
        'mode = "act"',
        'runs_dir = "/tmp/runs"',
        'runs_dir = "../runs"',
        'runs_dir = "~/runs"',
    ],
)
def test_a_project_cannot_send_keys_or_files_anywhere_or_allow_more_than_the_user(places: Places, text: str):
    """A folder may come from somebody else, with the file in it."""
    places.write(project=text)
    with pytest.raises(UsageError, match="is refused: a project") as raised:
        places.load()
    assert str(places.project) in raised.value.message
    places.write(user=text)
    assert places.load()


def test_a_project_can_set_only_what_is_declared_safe_for_it(places: Places, monkeypatch: pytest.MonkeyPatch):
    places.write(project='locale = "de-CH"')
    assert places.load().locale == "de-CH"
    declared = SESSION_SETTINGS["locale"]
    own = replace(declared, option=replace(declared.option, setting="user"))
    monkeypatch.setitem(SESSION_SETTINGS, "locale", own)
    with pytest.raises(UsageError, match="is refused: a project cannot choose this for you"):
        places.load()
    assert _reason_to_refuse("a_new_setting", True, places.project)


def test_a_project_cannot_leave_its_folder_through_a_link(places: Places):
    (places.project / "data").symlink_to(places.user.parent, target_is_directory=True)
    for text in ('upload_dirs = ["data"]', 'runs_dir = "data/runs"'):
        places.write(project=text)
        with pytest.raises(UsageError, match="is refused"):
            places.load()


def test_a_project_can_allow_less_and_keep_runs_in_its_own_folder(places: Places):
    places.write(user='mode = "act"', project='mode = "ask"\nruns_dir = "runs"\nmodel = "offline"')
    config = places.load()
    assert (config.mode, config.model) == ("ask", "offline")
    assert config.runs_dir == places.project.resolve() / "runs"


def test_a_project_can_allow_its_own_folders(places: Places):
    (places.project / "data").mkdir()
    places.write(project='upload_dirs = ["data"]')
    assert places.load().upload_dirs == [places.project.resolve() / "data"]


def test_credentials_in_an_address_are_not_shown(places: Places):
    places.write(user='base_url = "https://ada:hunter2@models.example/v1"')
    rows = {row.key: row.value for row in places.load().describe()}
    assert rows["base_url"] == "https://•••@models.example/v1"


def test_an_unreadable_file_is_an_error_in_one_sentence(places: Places):
    places.user.write_bytes(b"mode = '\xff'")
    with pytest.raises(UsageError, match="it is not UTF-8 text"):
        places.load()
    places.user.unlink()
    places.user.mkdir()
    with pytest.raises(UsageError, match="cannot be read"):
        places.load()


def test_settings_are_found_by_name(places: Places):
    places.write(user='model = "offline"')
    config = places.load()
    assert (config.get("model"), config.get("base_url"), config.get("no_such", 3)) == ("offline", None, 3)


def test_by_default_the_user_s_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for variable in ("XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    file = user_config_file()
    assert file.name == "config.toml"
    monkeypatch.setattr("handrail.config.user_config_file", lambda: tmp_path / "mine.toml")
    (tmp_path / "mine.toml").write_text('mode = "ask"')
    assert Config.load(folder=tmp_path, environ={}).mode == "ask"
