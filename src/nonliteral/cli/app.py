"""The frame of the command line: which commands there are, and what a misspelt one gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import click
import typer

from nonliteral.cli import data
from nonliteral.errors import InputError, UnknownNameError

app = typer.Typer(
    name="nonliteral",
    help="Build, review and run natural-language-inference tests of non-literal language.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Every command has --help with an example. --debug shows a traceback for any error.",
)
app.add_typer(data.app, name="data")


@app.callback(invoke_without_command=True)
def show_version(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Build, review and run natural-language-inference tests of non-literal language."""
    if version:
        from nonliteral import __version__

        typer.echo(__version__)
        raise typer.Exit()


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; click's own errors become ours."""
    command = typer.main.get_command(app)
    try:
        result = command.main(args=list(arguments), prog_name="nonliteral", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        typer.echo(error.format_message())
        return 0
    except click.exceptions.UsageError as error:
        raise _as_input_error(error) from None
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.exceptions.ClickException as error:
        raise InputError(error.format_message()) from None
    return result if isinstance(result, int) else 0


def _as_input_error(error: click.exceptions.UsageError) -> InputError:
    context = error.ctx
    path = context.command_path if context is not None else "nonliteral"
    message = error.format_message()
    if isinstance(context, click.Context) and message.startswith("No such command"):
        name = message.split("'")[1]
        known = context.command.list_commands(context) if isinstance(context.command, click.Group) else []
        return UnknownNameError("command", name, known, advice=f"See: {path} --help")
    return InputError(f"{message} See: {path} --help")
