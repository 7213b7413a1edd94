"""The frame of the command line: which commands there are, and what a misspelt one gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from nonliteral.cli import build, check, data, evaluate
from nonliteral.errors import InputError, UnknownNameError

app = typer.Typer(
    name="nonliteral",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Every command has --help with an example. --debug shows a traceback for any error.",
)
app.add_typer(data.app, name="data")
app.command("build")(build.build)
app.command("evaluate")(evaluate.evaluate)
app.command("check")(check.check)

# Newer releases of typer carry their own copy of click, so click's errors are reached through typer.
_UsageError: Any = typer.BadParameter.__bases__[0]
_ClickError: Any = _UsageError.__bases__[0]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Build, review and run natural-language-inference tests of non-literal language."""
    if version:
        from nonliteral import __version__

        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; click's own errors become ours."""
    command = typer.main.get_command(app)
    try:
        result = command.main(args=list(arguments), prog_name="nonliteral", standalone_mode=False)
    except _UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error.format_message())
            return 0
        raise _as_input_error(error) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _ClickError as error:
        raise InputError(error.format_message()) from None
    return result if isinstance(result, int) else 0


def _as_input_error(error: Any) -> InputError:
    context = error.ctx
    path = context.command_path if context is not None else "nonliteral"
    message = error.format_message()
    if message.startswith("No such command"):
        known = context.command.list_commands(context) if context is not None else []
        return UnknownNameError("command", message.split("'")[1], known, advice=f"See: {path} --help")
    return InputError(f"{message} See: {path} --help")
