"""What the tests of providers share: pictures on disk, identities of models, and one call."""

import asyncio
import hashlib

from PIL import Image

from counterpoint.models.pictures import Pictures
from counterpoint.models.providers import Provider
from counterpoint.models.requests import Part, Request
from counterpoint.stimuli.png import save_png

PROVIDERS = ("openai", "openrouter", "anthropic", "gemini", "xai", "openai_compatible")
KEY = "sk-planted-K3yThatMustNeverShow-0123456789abcdef"


def picture_rows(folder, sizes=((40, 30), (50, 20))):
    """Write pictures and return their rows, as table `stimuli` has them."""
    rows = []
    for number, size in enumerate(sizes):
        saved = save_png(Image.new("RGB", size, (200, 10 * number, 30)), folder / "stimuli")
        rows.append(
            {
                "pixel_digest": saved.pixel_digest,
                "file_digest": hashlib.sha256(saved.path.read_bytes()).hexdigest(),
                "path": f"stimuli/{saved.path.name}",
                "width": size[0],
                "height": size[1],
                "bytes": saved.bytes,
            }
        )
    return rows


def model_name(provider):
    """Return the name of a model as a provider calls it."""
    return "maker/some-model-2026" if provider == "openrouter" else "some-model-2026"


def identity(provider, **more):
    """Return the identity of a model of a provider, as the registry gives it."""
    decoding = {"temperature": 0.0, "max_output_tokens": 64, "reasoning": "provider_default"} | more.pop("decoding", {})
    return {"provider": provider, "snapshot": model_name(provider), "decoding": decoding} | more


def text_request(text="Which?", system="Answer with one letter."):
    """Return a request without a picture."""
    return Request(system, (Part("text", text),))


def open_provider(server, provider, pictures=None, key=KEY, **more):
    """Return a model of a provider, behind the fault server."""
    return Provider(
        identity(provider, **more),
        pictures or Pictures([], None),
        key=key,
        base_url=server.address(provider),
        connections=8,
    )


def ask_once(server, provider, request=None, pictures=None, **more):
    """Make one call and return its reply, or raise its failure."""

    async def call():
        async with open_provider(server, provider, pictures, **more) as model:
            return await model.ask(request or text_request(), 1)

    return asyncio.run(call())
