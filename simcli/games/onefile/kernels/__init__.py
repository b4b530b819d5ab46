"""What rules of games in one file call, and what all of them do alike."""
