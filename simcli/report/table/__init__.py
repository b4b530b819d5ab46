"""Tables on a terminal of any width."""
