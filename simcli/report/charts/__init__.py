"""Charts: rows of data and one of six kinds, drawn in a page by Vega-Lite and as files by matplotlib."""
