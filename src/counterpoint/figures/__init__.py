"""Figures drawn from result tables, one function a figure."""
