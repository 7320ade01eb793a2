"""The command line."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point of ``handrail``. What goes wrong on purpose is one sentence, a hint, and an exit code."""
    from handrail.cli.app import app
    from handrail.errors import HandrailError

    try:
        app()
    except HandrailError as error:
        from handrail.cli.console import complain

        complain(error)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
