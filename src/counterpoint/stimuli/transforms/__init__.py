"""Transforms: a picture spoilt to a stated degree. All take and give uint8 (height, width, 3), and change no argument."""
