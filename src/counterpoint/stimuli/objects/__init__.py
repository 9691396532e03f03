"""Pairs of drawn pictures that differ in one attribute: what everybody expects, and what contradicts it."""
