"""Estimates to tables, sentences, charts and one self-contained page. Reads summaries only; never computes a statistic."""
