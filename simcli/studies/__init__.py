"""A folder a study: its command, its question, how it is played, what is estimated, its words, tables, charts and page."""
