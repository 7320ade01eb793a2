"""The command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``handrail``. An expected error is printed as one sentence and a hint, and gives the exit code."""
    try:
        _run()
    except KeyboardInterrupt:
        # Before anything began: what is imported takes a moment.
        sys.stderr.write("Cancelled.\n")
        sys.exit(130)


def _run() -> None:
    from asyncio import CancelledError

    from handrail.cli.app import app
    from handrail.cli.console import checked_output, print_error
    from handrail.cli.signals import INTERRUPTED, ends_cleanly
    from handrail.errors import HandrailError

    with ends_cleanly():
        try:
            with checked_output():
                app()
        except HandrailError as error:
            print_error(error)
            sys.exit(error.exit_code)
        except CancelledError:
            sys.stderr.write("Cancelled.\n")
            sys.exit(INTERRUPTED)
