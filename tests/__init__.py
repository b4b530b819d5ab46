"""Tests. What is set here holds before numpy comes in."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads of several workers wait for each other
