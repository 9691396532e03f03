"""What a figure shows in words and numbers: its facts, descriptions and captions."""
