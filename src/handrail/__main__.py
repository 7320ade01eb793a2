"""``python -m handrail``."""

from handrail.cli import main

main()
