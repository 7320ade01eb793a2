"""`grants` and `policy`: what is permitted, where it was permitted, and which rules apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from handrail.cli.flags import with_language, with_session
from handrail.cli.help import Commands

if TYPE_CHECKING:
    from handrail.session import Session

START_PAGE = "the site of the start page, and where you go yourself: these are the opened sites of the rules"
NOWHERE = "no site: in ask mode nothing is changed"
grants = Commands(help="What you permitted and refused permanently.", no_args_is_help=False)
policy = Commands(help="The rules that bind the model.", no_args_is_help=True)


@grants.callback(invoke_without_command=True)
def list_grants(context: typer.Context) -> None:
    """List what you permitted by answering "always" and refused by "never", and the file that holds it."""
    if context.invoked_subcommand is not None:
        return
    from handrail.grants import GrantBook

    book = GrantBook()
    entries = book.entries()
    for entry in entries:
        typer.echo(entry)
    typer.echo(f"{'' if entries else 'Nothing is permitted or refused permanently. '}Kept in {book.path}", err=True)


@grants.command()
def revoke(
    line: Annotated[
        list[str],
        typer.Argument(
            help="A line of the list, such as submit@https://shop.example or never pay@https://shop.example."
        ),
    ],
) -> None:
    """Take a permission or a refusal back."""
    from handrail.errors import UsageError
    from handrail.grants import GrantBook

    grant = " ".join(line)
    if not GrantBook().revoke(grant):
        raise UsageError(f"{grant[:80]!r} is not in the list.", hint="`handrail grants` prints it.")
    typer.echo(f"Revoked: {grant}")


@policy.command()
@with_language
@with_session
def explain(options: Any = None) -> None:
    """Print what a run with these flags may do, and the rules.

    It shows where each permission comes from.
    """
    from rich.padding import Padding
    from rich.text import Text

    from handrail.cli.console import console
    from handrail.messages import rule_sentences, tr, translated_template
    from handrail.policy import FOR_ALL, RULES, WITHOUT_POLICY
    from handrail.session import Session

    # It is not opened, but checks its options as in a run.
    session, out = Session(**options), console()
    unsafe = session.permissions.unsafe
    if unsafe:
        out.print(Text(tr("UNSAFE: no rule binds but these (--unsafe).") + "\n", "bold red"))
    out.print(Text(tr("In force now:"), "bold"))
    for line in _permission_lines(session, options):
        out.print(Text(line), soft_wrap=True)  # a path is one word, to be copied
    out.print()
    rules = WITHOUT_POLICY if unsafe else RULES
    for heading, binds_all in ((tr("These bind you too:"), True), (tr("These bind the model:"), False)):
        out.print(Text(heading, "bold"))
        for rule in (one for one in rules if (one in FOR_ALL) is binds_all):
            out.print(Padding(Text(translated_template(rule_sentences()[rule.__name__])), (0, 0, 0, 2), expand=False))
            out.print(Text(f"    {rule.__name__}", "dim"))
        out.print()


def _permission_lines(session: Session, options: dict[str, Any]) -> list[str]:
    from handrail.config import Config
    from handrail.grants import GrantBook

    book, config, allowed = GrantBook(), Config.load(), session.permissions
    kept, settings = set(book.entries()), {row.key: row.source for row in config.describe()}

    def source(entry: str, flag: str) -> str:
        return f"({book.path})" if entry in kept else f"({flag})"

    def setting(key: str, flag: str) -> str:
        return f"({settings[key] if options.get(key) == getattr(config, key) else flag})"

    guarded, secrets = session.guarded, session.vault.describe()
    return [
        f"mode           {session.mode}  {'(--guardrails)' if guarded.ask else setting('mode', '--mode')}",
        *(f"guardrail      {limit}  (--guardrails)" for limit in guarded.describe()),
        *(
            f"not enforced   {clause}  (--guardrails; no rule could be made of it: the model is only asked)"
            for clause in guarded.rest
        ),
        *(f"changes on     {origin}  {source(origin, '--allow-origin')}" for origin in sorted(allowed.origins)),
        *(f"changes on     {pattern}  (--allow-origin)" for pattern in sorted(map(str, allowed.patterns))),
        *(f"permitted      {grant}  {source(str(grant), '--grant')}" for grant in sorted(allowed.grants, key=str)),
        *(f"trusted        {origin}  (--trust)" for origin in sorted(allowed.trusted)),
        *(f"refused        {refusal}  ({book.path})" for refusal in sorted(allowed.refusals, key=str)),
        *(
            f"secret         {one['name']}, {one['kind']}, for {', '.join(one['origins'])}  (--secret)"
            for one in secrets
        ),
        *(f"uploads from   {folder}  {setting('upload_dirs', '--upload-dir')}" for folder in session.files.upload_dirs),
        *(f"uploads from   {url}  {setting('upload_urls', '--upload-url')}" for url in session.files.upload_urls),
        *(
            ["asked          once for each site  " + setting("ask_per_site", "--ask-per-site")]
            if allowed.ask_per_site
            else []
        ),
        "changes on     " + (NOWHERE if session.mode == "ask" else START_PAGE),
    ]
