"""What a failed call means for the person who set the model up: what is wrong, and what to do."""

import re
import socket
from urllib.parse import urlsplit

import httpx2

from counterpoint.models.clients import ADDRESSES
from counterpoint.models.failures import NO_IMAGES, scrubbed
from counterpoint.models.replies import CallFailure
from counterpoint.registry import key_variable
from counterpoint.registry_entries import ProviderEntry, ServedModel

SECONDS = 10.0
"""Time for a look at a server, apart from the call itself."""
SHOWN = 20
"""Names of served models that are listed."""
SETTINGS = ("temperature", "seed", "reasoning", "max_tokens", "max_completion_tokens")
"""Decoding settings, as providers name them, that a model may refuse."""


def advice(failure: CallFailure, entry: ProviderEntry, key: str | None) -> str:
    """Return what is wrong and what to do, in a sentence or two. It may look which models a server of one's own has."""
    kind, said = failure.failure_class, failure.detail
    name = entry.snapshot or getattr(entry, "checkpoint", None)
    address = entry.base_url or ADDRESSES[entry.provider]
    if kind == "authentication":
        variable = key_variable(entry)
        if variable is None:
            return "the server asks for a key: name the environment variable that holds it in api_key_env"
        return f"the key in {variable} is refused: put a valid one of this provider into it, with access to {name}"
    if kind == "quota":
        return "the account has no credit left, or a limit of the day is reached: top it up, or wait for the next day"
    if kind == "rate_limit":
        return "throttled at this moment, which is no fault of the entry: lower requests_per_minute if it goes on"
    if kind == "network":
        return unreachable(address, isinstance(entry, ServedModel))
    if kind == "timeout":
        return (
            f"no reply within seconds_a_call = {entry.seconds_a_call:g}: is the server loading, or too slow? Raise it"
        )
    if kind == "server":
        return "the server answered, but with no reply: try again later; on a server of your own look into its log"
    if NO_IMAGES.search(said):
        return "the model takes no picture: say `text_only: true`, or serve it with its vision part"
    if kind == "image":
        return "the picture is refused: does this model take pictures? If not, say `text_only: true`"
    if failure.stops_model:
        return f"{name!r} is not known at {address}: mend the entry{_instead(entry, address, key)}"
    refused = [setting for setting in SETTINGS if re.search(rf"\b{setting}\b", said)]
    if refused:
        return (
            f"the model refuses this value of {' and '.join(refused)}: change the entry's decoding as the message says"
        )
    return f"the request is refused: compare the entry with what {address} takes{_instead(entry, address, key)}"


def unreachable(address: str, own: bool) -> str:
    """Return why nothing answers at an address, from one attempt to connect."""
    parts = urlsplit(address)
    start = "start it, or mend base_url" if own else "is a proxy or firewall in the way?"
    try:
        socket.create_connection((parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)), 5).close()
    except ConnectionRefusedError:
        return f"no server runs at {address}: {start}"
    except socket.gaierror:
        return f"{parts.hostname} is no host known here: mend base_url, or is this machine without network?"
    except OSError as error:
        return f"{address} cannot be reached ({error.strerror or error}): {start}"
    return (
        f"{address} takes connections, and broke this one off: is it this interface, with this scheme (http or https)?"
    )


def _instead(entry: ProviderEntry, address: str, key: str | None) -> str:
    if not isinstance(entry, ServedModel):
        return ""
    names = served_models(address, key)
    if names is None:
        return ""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"; the server says that it has: {', '.join(names[:SHOWN])}{more}" if names else "; it says that it has none"


def served_models(address: str, key: str | None) -> list[str] | None:
    """Return the names of the models that an OpenAI-compatible server lists, or None where it does not tell."""
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    try:
        answer = httpx2.get(f"{address.rstrip('/')}/models", headers=headers, timeout=SECONDS)
        listed = answer.raise_for_status().json()["data"]
        return [scrubbed(str(model["id"]), () if key is None else (key,)) for model in listed]
    except (httpx2.HTTPError, ValueError, KeyError, TypeError):
        return None
