"""The SciFig suite: unreadable, misdescribed and falsely questioned scientific figures."""
