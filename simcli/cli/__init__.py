"""The command line: the only code that reads argv, prints or exits; one file a verb."""
