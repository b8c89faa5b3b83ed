"""From words on a command line to an exit status: the one place where errors become sentences.

| status | means |
|---|---|
| 0 | done, and every promise holds |
| 1 | a promise does not hold, or no release can keep it |
| 2 | the job, the data or the call is wrong, or tokumei itself failed |
| 130 | stopped by Ctrl-C or SIGTERM |
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

import typer

from tokumei.cli.app import app_of
from tokumei.cli.help import spoken_in
from tokumei.cli.language import language_of_call
from tokumei.cli.say import complain, print_json
from tokumei.errors import TokumeiError
from tokumei.translation import translated

__all__ = ["main"]

STOPPED = 130
WRONG = 2
OBJECTS = 300_000
"""So many new objects between two searches for cycles: loading libraries makes as many, and none of them garbage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; no error leaves as a traceback.

    With `--json` among the words, an error is also one JSON document on standard output:
    `{"error": sentence, "exit": status}`.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        _stop_on_termination()
        gc.set_threshold(OBJECTS)
        # Jobs are read by no plugin; to look for one, pydantic would read the papers of every package there is.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        return _run(words)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else WRONG
    except BaseException as error:
        if os.environ.get("TOKUMEI_DEBUG"):
            raise
        english, status = explain(error)
        sentence = translated(english, language_of_call(words))
        complain(sentence)
        if "--json" in words:
            print_json({"error": sentence, "exit": status})
        if status == STOPPED and arguments is None:
            _leave_now()
        return status
    finally:
        if arguments is None:
            gc.freeze()  # the process ends: nothing that is left need be searched for cycles


def explain(error: BaseException) -> tuple[str, int]:
    """What to tell the user about an error, and the exit status."""
    if isinstance(error, TokumeiError):
        return str(error), error.exit_status
    if isinstance(error, (KeyboardInterrupt, typer.Abort)):
        return "Stopped; nothing was written.", STOPPED
    if (usage := _usage(error)) is not None:
        return usage, WRONG
    if isinstance(error, MemoryError):
        return "The memory of this machine does not suffice for these data.", WRONG
    if isinstance(error, OSError) and error.strerror:
        where = f" ({error.filename})" if error.filename else ""
        return f"The system refused{where}: {error.strerror}.", WRONG
    # The message of an error that nobody foresaw may quote a cell, so only its type is shown.
    return (
        f"tokumei failed in a way it should not ({type(error).__name__}). Set TOKUMEI_DEBUG=1 to see where; "
        "what you then see may quote values of your data.",
        WRONG,
    )


def _run(words: list[str]) -> int:
    program = spoken_in(typer.main.get_command(app_of(words)), language_of_call(words))
    status = program.main(args=words, prog_name="tokumei", standalone_mode=False)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`head`, say) has seen enough; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if status == STOPPED:  # how newer releases of typer report Ctrl-C; older ones raise Abort
        raise KeyboardInterrupt
    return status if isinstance(status, int) else 0


def _leave_now() -> None:
    """Ends the process without waiting for compiled work on other threads, which cannot be interrupted.

    Everything that had to be put right was put right while the interruption passed through the program.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(STOPPED)


def _usage(error: BaseException) -> str | None:
    """The sentence of a wrong call. The classes of such errors differ between releases of typer; the methods do not."""
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "tokumei"
    return f"{str(message()).rstrip('.')}. See `{command} --help`."


def _stop_on_termination() -> None:
    """SIGTERM cleans up like Ctrl-C: files being written beside their place are removed."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, stop)
