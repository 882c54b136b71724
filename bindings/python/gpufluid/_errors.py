"""Errors, the library's log, and what Python functions raised that the library called."""

import difflib
import enum
import logging
import threading

from ._library import enums, ffi, lib, value_name

logger = logging.getLogger("gpufluid")


def make_enum(item):
    """The IntEnum of an enumeration; of one that says that its values are bits, an IntFlag."""
    flags = "as bits" in item["comment"]
    values = [(value_name(item, value["name"]), value["value"]) for value in item["values"]]
    return (enum.IntFlag if flags else enum.IntEnum)(item["name"].removeprefix("gf"), values, module="gpufluid")


ErrorCode = make_enum(enums["gfErrorCode"])
LogLevel = make_enum(enums["gfLogLevel"])


class Error(Exception):
    """A call of the library failed; it has changed nothing unless its documentation says otherwise.

    `code` is an ErrorCode, and the text is the library's message.
    """

    def __init__(self, code, message):
        super().__init__(message)
        self.code = ErrorCode(code)


class ClosedError(Error):
    """Something was used after it, or what it belongs to, was closed."""

    def __init__(self, message):
        super().__init__(ErrorCode.NULL_ARGUMENT, message)


def suggest(name, known):
    """The end of a message about a name that is not known."""
    near = difflib.get_close_matches(name, known, 3, 0.5)
    if not near:
        near = [other for other in known if name in other or other in name][:3]
    return f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(sorted(known))}"


class _State(threading.local):
    """What happened within the call that a thread is in."""

    inside = False
    messages = ()
    raised = None


_state = _State()


def keep_exception(error):
    """An exception can't pass through C: the call that is running raises it when it is back."""
    if _state.inside:
        _state.raised = _state.raised or error
    else:
        logger.error("a function that the library called has raised", exc_info=error)


@ffi.callback("gfLogFn")
def log_message(level, code, message, user):
    """Hands the library's messages to `logging`. Errors wait: those that become an exception are not logged, too."""
    text = ffi.string(message).decode(errors="replace")
    if level == LogLevel.ERROR and _state.inside:
        _state.messages.append(text)
    else:
        logger.log({LogLevel.ERROR: 40, LogLevel.WARNING: 30, LogLevel.INFO: 20}[level], text)


def last_error():
    message = ffi.new("const char **")
    code = lib.gfGetLastError(message)
    return Error(code, ffi.string(message[0]).decode(errors="replace") if message[0] else "")


def run(call, arguments, failed, undo=None):
    """Calls a function of C and raises what went wrong. `failed` tells from the result and the error's code; `undo`
    frees the result of a call that did its work, where a Python function that it called has raised."""
    if _state.inside:
        raise Error(ErrorCode.CALL_ORDER, "a function that the library calls must not call the library")
    lib.gfClearLastError()
    _state.inside, _state.messages, _state.raised = True, [], None
    try:
        result = call(*arguments)
    finally:
        _state.inside = False
    error = last_error()
    if failed(result, error.code):
        if _state.raised:
            raise error from _state.raised
        raise error
    for message in _state.messages:
        logger.error(message)
    if _state.raised:
        if undo:
            undo(result)
        raise _state.raised
    return result
