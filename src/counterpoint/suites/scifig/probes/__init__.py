"""What is asked about a figure, its keys, and the rules that each probe must hold."""
