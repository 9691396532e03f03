"""What stands where a judge gave no verdict on a reply: words that judging and scoring share."""

UNRESOLVED = "unresolved"
"""The verdict that settles on nothing; every rubric that gives one verdict has it."""
JUDGE_FAILED = "judge_failed"
"""Too few votes could be read to decide anything: the reply has no verdict."""
