"""What pictures each provider takes, by its documentation, and which of its limits a request is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from counterpoint.models.pictures import Pictures
from counterpoint.models.replies import Skip
from counterpoint.models.requests import Request

PATCH = 32
"""Side in px of the squares that OpenAI counts pictures in."""


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """What pictures a provider takes; None where its documentation names no limit."""

    source: str
    """Where the limits are documented, and as of when."""
    bytes: int | None = None
    """Size of one picture, encoded as base64."""
    side: int | None = None
    """Width and height, in px."""
    patches: int | None = None
    """Squares of `PATCH` px that cover one picture."""
    many: int | None = None
    """With more pictures than this in one request, `side_of_many` is the limit of a side."""
    side_of_many: int | None = None
    """Width and height of each of many pictures, in px."""
    count: int | None = None
    """Pictures in one request."""
    bytes_in_all: int | None = None
    """Size of a request: of all pictures together, encoded as base64."""


MB = 1_000_000
MIB = 1 << 20
LIMITS: dict[str, ImageLimits] = {
    # As public repositories quoted the page in August and September 2026; many pages repeat the earlier 50 MB and 500.
    # The patches are those of models whose default detail is `original`, which refuse more; others scale down.
    "openai": ImageLimits(
        "developers.openai.com/api/docs/guides/images-vision, image input requirements (September 2026)",
        patches=30_000,
        count=1_500,
        bytes_in_all=512 * MB,
    ),
    # The page was read itself but for the 10 MB, which its quotes of September 2026 and the API's own message
    # (10485760 bytes) have; it was 5 MB, and is on Bedrock and Google Cloud. With a context of 200,000 tokens a model
    # takes 100 pictures and refuses more by itself.
    "anthropic": ImageLimits(
        "platform.claude.com/docs/en/build-with-claude/vision, general limits (November 2026)",
        bytes=10 * MIB,
        side=8_000,
        many=20,
        side_of_many=2_000,
        count=600,
        bytes_in_all=32 * MB,
    ),
    # The count is of ai.google.dev/gemini-api/docs/image-understanding, as quoted in August 2026. That page still says
    # 20 MB, the announcement of January 2026 raises them to 100 MB.
    "gemini": ImageLimits(
        "blog.google, Increased file size limits in Gemini API (January 2026)",
        count=3_600,
        bytes_in_all=100 * MB,
    ),
    # Whether this is the size of the file or of its base64 is not said: not verified, the smaller file is taken.
    "xai": ImageLimits(
        "docs.x.ai/developers/model-capabilities/images/understanding, general limits (November 2026)", bytes=20 * MIB
    ),
}
"""By provider. OpenRouter's limits are those of the host that answers, and those of a server of one's own its owner's;
a picture that they refuse fails with class `image`."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The limits that one picture of a request must keep by itself; None for none."""

    bytes: int | None
    side: int | None
    patches: int | None


def allowed(provider: str, pictures: int) -> Allowed | None:
    """Return what each picture of a request with so many pictures must keep to, or None for no known limit."""
    limits = LIMITS.get(provider)
    if limits is None:
        return None
    many = limits.many is not None and pictures > limits.many
    return Allowed(limits.bytes, limits.side_of_many if many else limits.side, limits.patches)


def in_base64(size: int) -> int:
    """Return the bytes that a file of so many bytes takes as base64."""
    return 4 * -(-size // 3)


def patches(width: int, height: int) -> int:
    """Return how many squares of `PATCH` px cover a picture."""
    return -(-width // PATCH) * -(-height // PATCH)


def over_limit(provider: str, request: Request, pictures: Pictures) -> Skip | None:
    """Return why a provider would refuse the pictures of a request, or None."""
    limits = LIMITS.get(provider)
    if limits is None or not request.images:
        return None
    rows = [pictures.row(digest) for digest in request.images]
    sizes = [in_base64(row["bytes"]) for row in rows]
    each = allowed(provider, len(rows))
    checks: Sequence[tuple[str, int, int | None]] = (
        ("pictures", len(rows), limits.count),
        ("bytes in base64", max(sizes), each.bytes),
        ("bytes in base64 of all pictures", sum(sizes), limits.bytes_in_all),
        ("px on a side", max(max(row["width"], row["height"]) for row in rows), each.side),
        ("patches of 32 px", max(patches(row["width"], row["height"]) for row in rows), each.patches),
    )
    for unit, found, most in checks:
        if most is not None and found > most:
            return Skip("image_over_limit", f"{found} {unit}; {provider} takes at most {most} ({limits.source})")
    return None
