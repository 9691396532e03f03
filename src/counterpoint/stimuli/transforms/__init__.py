"""Transforms: a picture spoilt to a stated degree, uint8 (height, width, 3) in and out; no argument is changed."""
