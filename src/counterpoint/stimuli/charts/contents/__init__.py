"""What a chart's pictures show and what they are asked: variants, answers, and what can be told apart."""
