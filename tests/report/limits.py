"""How an answer may look: words, numbers, brackets and phrases of a claim and of what stands below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simcli.report.answer import MOST_NUMBERS, MOST_SURE, MOST_WORDS, Answer

MOST_BECAUSE = 20
FORBIDDEN = (
    *("told", "asked of", "what goes with", "whoever had it", "settled as likely as not", "not yet known", "size open", "for certain"),
    *("what chance offers", "item", "items"),
)
"""Phrases that no sentence of an answer has."""
NUMBER = re.compile(r"(?<![\w.#-])(?<!± )[−+-]?\d[\d,]*(?:\.\d+)?(?!\d|st\b|nd\b|rd\b|th\b)")
BRACKETS = re.compile(r"[\[\](){}]")


def words_of(text: str) -> int:
    """Words of a text; signs of per cent and the like are none."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def numbers_of(text: str) -> int:
    """Numbers in digits of a text; one with what it may be off is one."""
    return len(NUMBER.findall(text))


def faults(text: str, most_words: int, most_numbers: int | None = None) -> list[str]:
    """What is wrong with a sentence."""
    found = [f"{text!r} has the phrase {phrase!r}" for phrase in FORBIDDEN if re.search(rf"\b{phrase}\b", text, re.IGNORECASE)]
    if words_of(text) > most_words:
        found.append(f"{text!r} has {words_of(text)} words, at most {most_words}")
    if most_numbers is not None and numbers_of(text) > most_numbers:
        found.append(f"{text!r} has {numbers_of(text)} numbers, at most {most_numbers}")
    if BRACKETS.search(text):
        found.append(f"{text!r} has brackets")
    if text.count(";") > 1:
        found.append(f"{text!r} has several semicolons")
    if text and not text.endswith((".", "?")):
        found.append(f"{text!r} does not end as a sentence does")
    return found


def wrong_with(answer: Answer, *, names: Sequence[str] = ()) -> list[str]:
    """What is wrong with an answer; `names` are those that users give, which count as a word each."""

    def plain(text: str) -> str:
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(re.escape(name), "name", text, flags=re.IGNORECASE)
        return re.sub(r"\b([Ss]eat|place) \d+", r"\1", text)

    claim = plain(answer.claim)
    found = faults(claim, MOST_WORDS + bool(re.match("(?:Yes|No|Unclear): ", claim)), MOST_NUMBERS)
    if re.search(r"[.?!] ", claim):
        found.append(f"{claim!r} is more than one sentence")
    found += faults(plain(answer.sure), MOST_SURE)
    return found + [fault for one in answer.because for fault in faults(plain(one), MOST_BECAUSE)]


def held(answer: Answer, *, names: Sequence[str] = ()) -> Answer:
    """The answer itself, which keeps to all limits."""
    assert wrong_with(answer, names=names) == []
    assert answer.claim
    return answer
