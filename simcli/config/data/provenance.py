"""How well the fields of components are known: read off official rules, derived, or reconstructed."""

from __future__ import annotations

from typing import Any


def provenance(components: dict[str, Any]) -> dict[str, list[str]]:
    """Sentences by certainty (official, derived, reconstructed): the fields of components by how well they are known."""
    groups: dict[str, dict[tuple[str, str], list[str]]] = {"official": {}, "derived": {}, "reconstructed": {}}
    for stem, data in components.items():
        for record in _records(data):
            name = str(record.get("id", stem))
            for field, standing in record.get("provenance_fields", {}).items():
                groups[standing].setdefault((stem, field), []).append(name)
            if "provenance_fields" not in record and "id" in record and record.get("provenance") in groups:
                groups[record["provenance"]].setdefault((stem, ""), []).append(name)
    return {
        standing: [f"{', '.join(filter(None, place)).replace('_', ' ')}: {', '.join(names)}" for place, names in rows.items()]
        for standing, rows in groups.items()
    }


def _records(node: object) -> list[dict[str, Any]]:
    """All mappings below a component file that carry a provenance."""
    if isinstance(node, dict):
        own = [node] if "provenance" in node else []
        return own + [r for value in node.values() for r in _records(value)]
    return [r for value in node for r in _records(value)] if isinstance(node, list) else []
