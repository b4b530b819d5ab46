"""What readers with the common colour deficiencies see of two colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

# Machado, Oliveira, Fernandes 2009: what is seen without one kind of cone, in linear RGB.
EYES = {
    "all colours": np.eye(3),
    "no red": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "no green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "no blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
WHITE = np.array([0.95047, 1.0, 1.08883])


def seen(colour: str, eye: str) -> NDArray[np.float64]:
    """A colour `#rrggbb` as float64[3], CIE L*a*b*, where distances are like differences seen."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(EYES[eye] @ linear, 0, 1) / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    lab: NDArray[np.float64] = np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])
    return lab


def check_told_apart(colours: Iterable[str], eye: str) -> None:
    """No two colours look alike to an eye: above 20 they are told apart at a glance."""
    for one, other in combinations(colours, 2):
        assert np.linalg.norm(seen(one, eye) - seen(other, eye)) > 20, (one, other)
