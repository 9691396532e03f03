"""Chart specifications: types, facts, words, steps and questions as files give them, and what must hold of them."""
