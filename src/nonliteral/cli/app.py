"""The frame of the command line: which commands there are, and what a misspelt one gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from nonliteral.errors import InputError, UnknownNameError
from nonliteral.registry import load_object

COMMANDS: dict[str, tuple[str, str]] = {
    "build": (
        "nonliteral.cli.build:build",
        "Build suites of pairs, one folder each with pairs.jsonl and suite.json.",
    ),
    "check": (
        "nonliteral.cli.check:check",
        "Look for defects in suites, and for what gives their labels away.",
    ),
    "data": ("nonliteral.cli.data:app", "List, import and look at corpora, published sets and suites."),
    "evaluate": (
        "nonliteral.cli.evaluate:evaluate",
        "Run a model over suites; run again after a kill, it goes on where it was.",
    ),
    "report": (
        "nonliteral.cli.report:report",
        "Write one HTML file about runs: summary, sections, every pair; it needs no network.",
    ),
    "run": (
        "nonliteral.cli.run:run",
        "Build the bundled suites, evaluate a model and the baselines, and write the report.",
    ),
    "study": (
        "nonliteral.cli.study:study",
        "Print tables from runs: what a model understands, by phenomenon, trigger, method, covariate.",
    ),
    "train": ("nonliteral.cli.train:app", "Train models by the papers' recipes."),
}
"""Where each command lives and its first line of help, so that only the one that is used is imported."""

STOPPED = 130
"""What typer returns in place of a Ctrl-C; the frame has to say that nothing is lost."""

# Newer releases of typer carry their own copy of click, so click's errors are reached through typer.
_UsageError: Any = typer.BadParameter.__bases__[0]
_ClickError: Any = _UsageError.__bases__[0]


def make_app(wanted: str | None) -> typer.Typer:
    """Return the command line with one command loaded, and the others only named."""
    app = typer.Typer(
        name="nonliteral",
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
        epilog="Every command has --help with an example. --debug shows a traceback for any error.",
    )
    app.callback(invoke_without_command=True)(start)
    for name, (target, summary) in COMMANDS.items():
        part = load_object(target) if name == wanted else _only_named
        if isinstance(part, typer.Typer):
            app.add_typer(part, name=name)
        else:
            app.command(name, help=None if name == wanted else summary)(part)
    return app


def _only_named() -> None:
    """Stand for a command that was not asked for."""


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
    wanted = next((argument for argument in arguments if not argument.startswith("-")), None)
    command = typer.main.get_command(make_app(wanted))
    try:
        result = command.main(args=list(arguments), prog_name="nonliteral", standalone_mode=False)
    except _UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error.format_message())
            return 0
        raise _as_input_error(error) from None
    except SystemExit as error:
        # typer ends with 1 where the reader of the output went away, and 1 would mean "no".
        if isinstance(error.__context__, BrokenPipeError):
            raise error.__context__ from None
        raise
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _ClickError as error:
        raise InputError(error.format_message()) from None
    if result == STOPPED:
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def _as_input_error(error: Any) -> InputError:
    context = error.ctx
    path = context.command_path if context is not None else "nonliteral"
    message = error.format_message()
    if message.startswith("No such command"):
        known = context.command.list_commands(context) if context is not None else []
        return UnknownNameError("command", message.split("'")[1], known, advice=f"See: {path} --help")
    return InputError(f"{message} See: {path} --help")
