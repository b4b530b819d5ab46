"""What every picture of a board owes a page: it is whole, small and named, and its texts can be read."""

from __future__ import annotations

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
"""Before the names of all elements."""
MOST_BYTES = 150_000


def check_picture(svg: str) -> None:
    """It is well-formed, says that it is a picture, names its title and its description, is small, and asks for nothing from elsewhere."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert (root.get("aria-labelledby") or "").split() == ids == ["board-title", "board-desc"]
    assert len(svg.encode()) < MOST_BYTES
    assert svg.count("http") == 1  # the name of the language


def nodes_of(svg: str, tag: str) -> list[ElementTree.Element]:
    """All elements of a kind, in turn."""
    return list(ElementTree.fromstring(svg).iter(f"{SVG}{tag}"))


def texts_of(svg: str) -> list[str]:
    """What is written, in turn."""
    return [node.text or "" for node in nodes_of(svg, "text")]
