"""Figures of one's own: their file, what is proposed to ask about them, and a person's review of it."""
