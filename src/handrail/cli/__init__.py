"""The command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``handrail``. An expected error is printed as one sentence and a hint, and gives the exit code."""
    from asyncio import CancelledError

    from handrail.cli.app import app
    from handrail.cli.ending import INTERRUPTED, ends_cleanly
    from handrail.errors import HandrailError

    with ends_cleanly():
        try:
            app()
        except HandrailError as error:
            from handrail.cli.console import print_error

            print_error(error)
            sys.exit(error.exit_code)
        except (KeyboardInterrupt, CancelledError):
            sys.stderr.write("Cancelled.\n")
            sys.exit(INTERRUPTED)
