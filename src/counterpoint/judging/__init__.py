"""From reply to verdict: parsers that say which rule read the answer."""
