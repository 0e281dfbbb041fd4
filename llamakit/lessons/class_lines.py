"""Reading a student's line of results: as it was meant, or with a word on what is wrong with it.

Imports the standard library and ``engine.errors``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from llamakit.engine.errors import InputError, brief

#: More results than this nobody rolls by hand.
MOST = 1_000_000

#: How many lines that cannot be read are named at once.
MOST_NAMED = 12

#: What may stand between a result and its number, or between two of them.
_BETWEEN = r"(?:[\s=:×()]|[–—](?!\d)|-(?=\s)|x(?![^\W\d])|;|/|&|\.(?!\d)|and\b)+"

#: What a chat puts before a line that is copied: the time, perhaps with the date.
_TIME = re.compile(
    r"(?i)\s*\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?\]?"
    r"(?:\s+[-–])?\s+"
)

#: Between a name and what follows, where there is no colon.
_AFTER_NAME = " \t:=;,.–—-|"


def named(bad: Sequence[str]) -> list[str]:
    """Return what is wrong with the first lines, and how many more there are.

    >>> named(["line 3: it needs a name"] * 14)[-2:]
    ['line 3: it needs a name', 'and 2 more']
    """
    more = len(bad) - MOST_NAMED
    return [*bad[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])]


def read_line(written: str, results: Mapping[str, Any]) -> tuple[str, Counter[Any]]:
    """Return the name and the counts in a line. Raises InputError, saying what is wrong.

    ``results`` maps the results' names in small letters to the results. A result and its number may
    stand in either order, with an s at the end of the result, with or without commas. The time and
    the sender that a chat puts before a line are left out.

    >>> read_line("Max – hits 12 take 8", {"hit": "hit", "take": "take"})
    ('Max', Counter({'hit': 12, 'take': 8}))
    >>> read_line("[09:14] Lea Schmidt: Lea: 9 hits", {"hit": "hit", "take": "take"})
    ('Lea', Counter({'hit': 9}))
    """
    try:
        return _read(written, results)
    except InputError:
        time = _TIME.match(written)
        if time is None:
            raise
    sent = written[time.end() :]
    try:
        return _read(sent, results)
    except InputError:
        _, _, said = sent.partition(":")
        if not re.match(r"[^:\d]+:", said):  # no name and colon of its own behind the sender's
            raise
    return _read(said, results)


def _read(written: str, results: Mapping[str, Any]) -> tuple[str, Counter[Any]]:
    """Return the name and the counts in a line without a time."""
    name, colon, rest = written.partition(":")
    if colon and name.strip():
        exact = [_exact(" ".join(part.split()), results) for part in rest.split(",")]
        if None not in exact:
            return name.strip(), _added(pair for pair in exact if pair)
    return _nearly(written, results)


def _nearly(written: str, results: Mapping[str, Any]) -> tuple[str, Counter[Any]]:
    """Return the name and the counts in a line that is not quite as it should be."""
    name, colon, rest = written.partition(":")
    found = _pair(results).search(written)
    if not colon or (found and found.start() < len(name)):
        start = found.start() if found else 0
        name, rest = written[:start].rstrip(_AFTER_NAME), written[start:]
    if not name.strip():
        example = f"Ana: {next(iter(results))} 12"
        raise InputError(f"it needs a name, a colon and counts, such as {example!r}")
    parts = filter(str.strip, rest.split(","))
    return name.strip(), _added(pair for part in parts for pair in _counts(part, results))


def _added(pairs: Iterable[tuple[Any, int]]) -> Counter[Any]:
    """Return how often each result came."""
    counts: Counter[Any] = Counter()
    for result, number in pairs:
        counts[result] += number
    return counts


def _exact(part: str, results: Mapping[str, Any]) -> tuple[Any, int] | tuple[()] | None:
    """Return a result and its number as ``line`` writes them, () for nothing; None if neither."""
    if not part:
        return ()
    found = re.search(r"[ =](\d{1,7})$", part)
    word = part[: found.start()].rstrip(" =").lower() if found else ""
    if found is None or word not in results or int(found[1]) > MOST:
        return None
    return results[word], int(found[1])


def _pair(results: Mapping[str, Any]) -> re.Pattern[str]:
    """Return what finds the first result that has its number beside it."""
    words = [word for word in results if not word.isdecimal()] or list(results)
    names = "|".join(_word(word) for word in sorted(words, key=len, reverse=True))
    gap, times = r"[\s=:×x–—()-]{0,8}", r"[\s×x]{0,4}"
    return re.compile(
        rf"(?<!\w)(?:{names}){gap}\d+(?!\w)|(?<!\w)\d+{times}(?:{names})(?!\w)", re.IGNORECASE
    )


def _word(result: str) -> str:
    """Return the pattern of a result's name: any space in it, and perhaps an s."""
    return r"\s+".join(map(re.escape, result.split())) + ("" if result[-1:].isdecimal() else "s?")


def _counts(part: str, results: Mapping[str, Any]) -> list[tuple[Any, int]]:
    """Return the results and numbers in a part of a line. Raises InputError, naming the part."""
    tokens = _tokens(part, results)
    pairs = list(zip(tokens[::2], tokens[1::2], strict=False))
    counts = [_count(first, second, results) for first, second in pairs]
    if None in counts or len(tokens) % 2 or not tokens:
        raise InputError(_complaint(" ".join(part.split()), results))
    return [count for count in counts if count]


def _tokens(part: str, results: Mapping[str, Any]) -> list[str]:
    """Return the results, the numbers, and whatever else stands in a part of a line."""
    names = sorted(results, key=len, reverse=True)
    known = "|".join(rf"(?:{_word(name)})(?![^\W\d])" for name in names if not name.isdecimal())
    pattern = re.compile(
        rf"{_BETWEEN}|(?P<token>{known}{'|' if known else ''}\d+(?![\d.%])|\S+)", re.I
    )
    return [found["token"] for found in pattern.finditer(part) if found["token"]]


def _count(first: str, second: str, results: Mapping[str, Any]) -> tuple[Any, int] | None:
    """Return a result and its number, in whichever order; None if they are none."""
    for word, number in ((first, second), (second, first))[: 1 if second.isdecimal() else 2]:
        key = " ".join(word.lower().split())
        key = key if key in results else key.removesuffix("s")
        if key in results and number.isdecimal() and len(number) <= 7 and int(number) <= MOST:
            return results[key], int(number)
    return None


def _complaint(part: str, results: Mapping[str, Any]) -> str:
    """Return what is wrong with a part of a line that cannot be read."""
    names = [str(result) for result in results.values()]
    said = f"{brief(part)} is not a count of one of {', '.join(names)}, such as '{names[0]} 12'"
    if re.search(r"\d\.\d|%", part):
        return f"{said}: a count is a whole number, no share"
    word = re.sub(r"[^\w ]|\b\d+\b", " ", part).strip().lower()
    near = get_close_matches(word[:40], list(results), n=1, cutoff=0.5)
    near = near or [result for result in results if word and (word in result or result in word)]
    return f"{said}; did you mean {str(results[near[0]])!r}?" if near and near[0] != word else said
