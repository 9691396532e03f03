"""How many input tokens a picture takes, by the model that sees it: one rule a family of models, with its source."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt


@dataclass(frozen=True, slots=True)
class ImageRule:
    """The rule of one family of models."""

    names: str
    """Regular expression that is searched for in a model's name, in lower case."""
    count: Callable[[int, int], int]
    """Tokens of a picture of a width and a height in px."""
    source: str
    """Where the rule is documented and when it was read, or that it could not be verified."""


def _fitted(width: float, height: float, box: float) -> tuple[float, float]:
    """Return width and height scaled down to fit a square of `box` px."""
    scale = min(1.0, box / max(width, height))
    return width * scale, height * scale


def _tiles(base: int, tile: int) -> Callable[[int, int], int]:
    """OpenAI's older rule: fit into 2,048 px, bring the shorter side down to 768 px, and count tiles of 512 px."""

    def count(width: int, height: int) -> int:
        w, h = _fitted(width, height, 2048)
        scale = min(1.0, 768 / min(w, h))
        return base + tile * ceil(round(w * scale, 6) / 512) * ceil(round(h * scale, 6) / 512)

    return count


def _patches(budget: int, side: int, multiplier: float) -> Callable[[int, int], int]:
    """OpenAI's rule by patches of 32 px: at most `budget` of them, each counted `multiplier` times."""

    def count(width: int, height: int) -> int:
        w, h = _fitted(width, height, side)
        if ceil(w / 32) * ceil(h / 32) > budget:
            shrink = sqrt(32 * 32 * budget / (w * h))
            across, down = w * shrink / 32, h * shrink / 32
            # once more, so that whole patches fit on both sides
            fit = min(int(across) / across, int(down) / down)
            w, h = w * shrink * fit, h * shrink * fit
        return round(min(budget, ceil(round(w / 32, 6)) * ceil(round(h / 32, 6))) * multiplier)

    return count


def _claude(side: int, budget: int) -> Callable[[int, int], int]:
    """Anthropic's rule: patches of 28 px of the largest size within a longest side and a number of patches."""

    def count(width: int, height: int) -> int:
        longest = max(width, height)
        for length in range(min(side, longest), 0, -1):
            w, h = (max(1, round(edge * length / longest)) for edge in (width, height))
            if (patches := ceil(w / 28) * ceil(h / 28)) <= budget:
                return patches
        raise ValueError(f"a picture of {width} x {height} px")

    return count


def _gemini_tiles(width: int, height: int) -> int:
    """Google's rule up to Gemini 2.5: 258 tokens for a small picture, else for each tile."""
    if width <= 384 and height <= 384:
        return 258
    unit = max(1, int(min(width, height) / 1.5))
    return 258 * ceil(width / unit) * ceil(height / unit)


def _grok(width: int, height: int) -> int:
    """xAI's rule: 256 tokens for each tile of 448 px and one more, at most 1,792."""
    return min(1792, 256 * (ceil(width / 448) * ceil(height / 448) + 1))


def _grid(patch: int, most: int) -> Callable[[int, int], int]:
    """The rule of open models that see a picture at its own size: a token for each square of `patch` px."""

    def count(width: int, height: int) -> int:
        return max(4, min(most, ceil(width / patch) * ceil(height / patch)))

    return count


def _llama4(width: int, height: int) -> int:
    """144 tokens for each tile of 336 px, at most 16 of them, and for the whole picture beside several tiles."""
    tiles = min(16, ceil(width / 336) * ceil(height / 336))
    return 144 * (tiles + (tiles > 1))


OPENAI = "developers.openai.com/api/docs/guides/images-vision, calculating costs"
CLAUDE = "platform.claude.com/docs/en/build-with-claude/vision, evaluate image size (2026)"
GOOGLE = "ai.google.dev/gemini-api/docs"
NOT_THERE = "not verified there"
RULES: tuple[ImageRule, ...] = (
    ImageRule(r"gpt-4o-mini", _tiles(2833, 5667), f"{OPENAI} (2025)"),
    ImageRule(r"gpt-(4\.1|5|5\.4)-mini", _patches(1536, 2048, 1.62), f"{OPENAI} (2026)"),
    ImageRule(r"gpt-(4\.1|5|5\.4)-nano", _patches(1536, 2048, 2.46), f"{OPENAI} (2026); gpt-5.4-nano {NOT_THERE}"),
    ImageRule(r"o4-mini", _patches(1536, 2048, 1.72), f"{OPENAI} (2025)"),
    ImageRule(r"gpt-4(o|\.1|\.5)", _tiles(85, 170), f"{OPENAI} (2025)"),
    ImageRule(r"gpt-5(\.1)?(?![.\d])", _tiles(70, 140), f"{OPENAI} (2025); gpt-5.1 {NOT_THERE}"),
    ImageRule(r"gpt-5\.[23]", _patches(1536, 2048, 1.2), f"users' reports of {OPENAI} (2026), {NOT_THERE}"),
    ImageRule(r"gpt-5\.4", _patches(2500, 2048, 1.2), f"users' reports of {OPENAI} (2026), {NOT_THERE}"),
    ImageRule(r"gpt-", _patches(10_000, 6000, 1.2), f"users' reports of {OPENAI} for gpt-5.5 (2026), {NOT_THERE}"),
    ImageRule(r"(^|/)o[13]\b", _tiles(75, 150), f"{OPENAI} (2025)"),
    ImageRule(
        r"claude-(3|(opus|sonnet|haiku)-4([-.][0-6])?(-\d{6,}|[@:]|$))",
        _claude(1568, 1568),
        f"{CLAUDE}; side and number of patches are those of other users of the API, {NOT_THERE}",
    ),
    ImageRule(
        r"claude", _claude(2576, 4784), f"{CLAUDE}, from 4.7 on; side and number of patches as above, {NOT_THERE}"
    ),
    ImageRule(r"gemini-(1|2)", _gemini_tiles, f"{GOOGLE}/image-understanding, token calculation (2025)"),
    ImageRule(r"gemini", lambda width, height: 1120, f"{GOOGLE}/media-resolution, default of Gemini 3 (2026)"),
    ImageRule(
        r"grok",
        _grok,
        f"docs.x.ai, consumption: 256 to 1,792 tokens a picture (2025); tiles of 448 px are in no document of xAI's "
        f"that we saw, {NOT_THERE}",
    ),
    ImageRule(
        r"qwen-?3(\.\d+)?-?vl", _grid(32, 16_384), "Qwen3-VL's preprocessor_config.json: patch 16, merge 2 (2026)"
    ),
    ImageRule(r"qwen-?2(\.5)?-?vl", _grid(28, 16_384), "Qwen2-VL's model card: 28 x 28 px a token, 4 to 16,384 (2026)"),
    ImageRule(r"gemma-?4", lambda width, height: 280, "ai.google.dev/gemma/docs/capabilities/vision, a budget of 280"),
    ImageRule(r"gemma", lambda width, height: 256, "ai.google.dev/gemma/docs/capabilities/vision (2026)"),
    ImageRule(r"llama-?4", _llama4, "Llama 4's configuration: tiles of 336 px, patch 14, shuffle 0.5; most 16 tiles"),
    ImageRule(r"", _grid(28, 16_384), "no rule of its own: a token for each square of 28 px, as most open models"),
)
"""In the order in which they are tried; the last one holds for every other model. Tokens that a formula counts are
those of a picture sent without a wish for detail, as ours are."""


def image_rule(model: str) -> ImageRule:
    """Return the rule that holds for a model, by its name at its provider (with a maker before it or without)."""
    return next(rule for rule in RULES if re.search(rule.names, model.lower()))


@lru_cache(maxsize=65_536)
def image_tokens(model: str, width: int, height: int) -> int:
    """Return how many input tokens a picture of `width` x `height` px takes of a model."""
    return image_rule(model).count(width, height)
