"""What commands share: options, arguments, progress, and what they print."""
