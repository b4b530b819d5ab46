"""Component files, options, patches, restrictions and the numbers of a game."""
