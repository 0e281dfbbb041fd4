"""Files: read whole or refused in plain words, written whole or not at all.

Imports the standard library, ``engine.errors`` and words.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from llamakit.engine import words
from llamakit.engine.errors import InputError

#: Seconds that are waited for somebody else who writes in the same folder.
PATIENCE = 5.0


def read(path: Path, most: int) -> bytes:
    """Return what a file holds, at most ``most`` bytes. Raises InputError, which says why not.

    What is no file is not opened: a pipe would be waited for, for ever.

    >>> read(Path("/"), 100)
    Traceback (most recent call last):
    llamakit.engine.errors.InputError: it is no file but a folder or a device
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise InputError(words.NO_FILE)
        if found.st_size > most:
            raise InputError(words.too_long(most))
        return path.read_bytes()
    except InputError:
        raise
    except OSError as error:
        raise InputError(what_is_wrong(error)) from None
    except ValueError:  # a surrogate, or the end of a text in the middle
        raise InputError(words.NO_FILE_NAME) from None


def write(path: Path, *parts: bytes | bytearray) -> None:
    """Replace the content of a file by these parts, in one step. Raises OSError.

    It is written beside the old file, under a name that nobody has, so that there is a whole file
    at any moment. Where the path is a link, the file behind it is written. A file keeps its
    permissions; one that must not be written to, and what is no file, stay as they are.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(Path(folder, "game.json"), b"{}")
    ...     Path(folder, "game.json").read_text()
    '{}'
    """
    path = Path(os.path.realpath(path))
    _check_replaceable(path)
    beside = path.with_name(f"{path.name[:200]}.{token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            if path.exists():
                shutil.copymode(path, beside)
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def write_page(path: object, text: str) -> None:
    """Write a text for people to a file of their choice. Raises InputError if that cannot be."""
    if not isinstance(path, (str, os.PathLike)) or not str(path).strip("\0 "):
        raise InputError(words.not_a_page(path))
    try:
        write(Path(path), text.encode())
    except (OSError, ValueError, TypeError) as error:
        raise InputError(words.unwritten(path, what_is_wrong(error))) from None


def _check_replaceable(path: Path) -> None:
    """Raise OSError unless there is nothing, or a file that may be written to."""
    if not path.exists():
        return
    if not path.is_file():
        raise OSError(errno.EINVAL, words.NO_FILE)
    path.open("ab").close()


def what_is_wrong(error: Exception) -> str:
    """Return what an error of the system says, without its number and the path.

    >>> what_is_wrong(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return getattr(error, "strerror", None) or str(error)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Be the only one of all programs of this kit that writes to a file, while this lasts.

    Its folder is locked, so no file is left lying about, and a program that ends lets go however it
    ends. One that holds the lock and stands still is waited for PATIENCE seconds. Where there are
    no such locks (on Windows, in a browser, in some network folders), nobody is waited for.

    >>> with alone(Path("game.json")):
    ...     pass
    """
    handle = _open_folder(path)
    try:
        if handle is not None:
            _lock(handle)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _open_folder(path: Path) -> int | None:
    """Return the open folder of the file behind a path, or None where that cannot be."""
    with suppress(OSError, ValueError):
        return os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY)
    return None


def _lock(handle: int) -> None:
    """Lock an open file, if it can be locked."""
    try:
        import fcntl
    except ImportError:
        return
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.002)
        except OSError:
            return
