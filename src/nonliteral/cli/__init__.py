"""The `nonliteral` command: one thin module a command, which parses, calls one function and prints.

Exit codes: 0 done; 1 the answer is no; 2 the user's mistake; 3 our fault; 130 Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from nonliteral.errors import InputError, NonliteralError

ADVICE = {
    errno.EACCES: "Choose a place that you may use, or change its permissions.",
    errno.EPERM: "Choose a place that you may use, or change its permissions.",
    errno.EROFS: "Choose a place that can be written to.",
    errno.ENOSPC: "Make room on that disk, and run the command again.",
    errno.ENOTDIR: "A file stands where a folder is needed: choose another name.",
    errno.EEXIST: "A file stands where a folder is needed: choose another name.",
    errno.EISDIR: "A folder stands where a file is needed: choose another name.",
}
"""What to do about an error of the system's."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments or bool(os.environ.get("NONLITERAL_DEBUG"))
    arguments = [argument for argument in arguments if argument != "--debug"]
    _print_whatever_the_locale()
    try:
        _require_text(arguments)
        from nonliteral.cli.app import run

        code = run(arguments)
        sys.stdout.flush()
        return code
    except NonliteralError as error:
        if debug:
            raise
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("Stopped. What was finished is kept; the same command goes on from there.", 130)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is left to say to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if debug:
            raise
        place = f" ({error.filename})" if error.filename else ""
        advice = ADVICE.get(error.errno or 0, "Look whether the path is right.")
        return _fail(f"{error.strerror or error}{place}. {advice}", 2)
    except Exception as error:
        if debug:
            raise
        return _fail(
            f"This is a fault of nonliteral, not yours: {type(error).__name__}: {error}\n"
            "Run the command again with --debug and report what it prints.",
            3,
        )


def _print_whatever_the_locale() -> None:
    """Let a terminal that cannot show a character show a sign for it, instead of stopping the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            # Nothing is lost by UTF-8 where only ASCII is promised; other encodings are the terminal's own.
            plain = stream.encoding.lower() in {"ascii", "us-ascii", "ansi_x3.4-1968"}
            stream.reconfigure(encoding="utf-8" if plain else None, errors="replace")


def _require_text(arguments: Sequence[str]) -> None:
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise InputError(
                f"The argument {argument!a} is not text in the encoding of this locale. "
                "Set a UTF-8 locale, such as LC_ALL=C.UTF-8, or use another name."
            ) from None


def _fail(message: str, code: int) -> int:
    sys.stderr.write(f"nonliteral: {message}\n")
    return code


def entry_point() -> None:
    """Run as the installed command."""
    sys.exit(main())
