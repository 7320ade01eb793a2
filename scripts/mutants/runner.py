"""Runs tests against a copy of the package that holds one fault, each in a fork of a process that is warm.

What takes a second of each start, the libraries, is imported once; the package and its tests are imported anew in each
fork, so that a fault at the top of a module counts as well.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import hypothesis
import pytest

from scripts.mutants.mutations import Mutant

Verdict = Literal["killed", "timeout", "survived"]
ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "handrail"
LONGEST = 600
"""Seconds of processor time for tests without a fault."""
MEMORY = 8 << 30
"""Bytes that a test may reserve: a loop that does not end must not take all there are."""
OPTIONS = (
    *("-q", "-x", "-m", "not browser", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "mutants"),
    # A test of speed notices a busy machine as well.
    *("-k", "not in_proportion"),
    # The plugins are warm already: their own assertions need not be rewritten.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
"""The first test that fails is enough, and none that starts a browser is needed: a rule is noticed by a plain test."""


@dataclass(slots=True)
class Runner:
    """A copy of the package, in which one file at a time is changed.

    Args:
        copied: the folder that holds the copy.
        seconds: of processor time after which a fork is ended. The machine may be busy with other things.
    """

    copied: Path
    seconds: int = LONGEST

    def check(self, tests: Sequence[str]) -> None:
        """Run tests without a fault, and set the time limit by how long they take.

        Raises:
            SystemExit: they fail, and would fail for every mutant.
        """
        self.seconds = LONGEST
        verdict, used = self._forked(tests, compiles=True)
        if verdict != "survived":
            raise SystemExit(f"The tests fail without a fault: {' '.join(tests)}\n{self._output()}")
        self.seconds = 10 + 3 * round(used)

    def verdict(self, mutant: Mutant, tests: Sequence[str]) -> Verdict:
        """Whether a test notices a mutant."""
        file = self.copied / "handrail" / mutant.file
        whole = file.read_text("utf-8")
        file.write_text(mutant.source(), "utf-8")
        # Python takes compiled code for that of a file of the same second and size.
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()
        try:
            return self._forked(tests)[0]
        finally:
            file.write_text(whole, "utf-8")

    def _forked(self, tests: Sequence[str], compiles: bool = False) -> tuple[Verdict, float]:
        """What tests say, and the seconds that they take. ``compiles``: the compiled code is kept for other forks."""
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                self._run(tests, compiles)
            except BaseException:  # noqa: BLE001
                traceback.print_exc()
            finally:
                os._exit(3)
        try:
            _, status, used = os.wait4(child, 0)
        finally:
            # What the tests started goes with them.
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        if status == 0:
            return "survived", used.ru_utime + used.ru_stime
        late = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
        return "timeout" if late else "killed", self.seconds

    def _run(self, tests: Sequence[str], compiles: bool) -> None:
        """The end of this process: run tests with the copy of the package."""
        output = os.open(self.copied / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
        sys.dont_write_bytecode = not compiles
        sys.path.insert(0, str(self.copied))
        os.environ["PYTHONPATH"] = os.pathsep.join((str(self.copied), str(ROOT)))
        code = pytest.main([*OPTIONS, *tests])
        import handrail

        assert Path(handrail.__file__).is_relative_to(self.copied), "the tests imported another copy"
        os._exit(code)

    def _output(self) -> str:
        return (self.copied / "output").read_text("utf-8", "replace")[-3000:]


@contextmanager
def runner() -> Iterator[Runner]:
    """A runner with everything imported that no mutant changes."""
    import tests.conftest  # noqa: F401

    for name in [name for name in sys.modules if name.split(".")[0] in ("handrail", "tests")]:
        del sys.modules[name]
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        deadline=None,
        database=None,
        # Nobody reads the example that fails: none is made smaller.
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(PACKAGE, Path(folder, "handrail"))
        yield Runner(Path(folder))
