"""What a config asks for: read, resolved, checked, stored."""
