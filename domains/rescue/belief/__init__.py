"""What a team knows and expects: from the briefing and observations only."""
