"""OpenAI's own client, but for its search through every request for keys to rename.

`create` looks up each part of each message in the interface's types to rename keys that are spelled otherwise in
Python; of a chat completion none is. Of what asking took of a processor that search was a good quarter (by the profile
of benchmarks/query_clients.py). `post` is the client's public way to send a body as it is.
"""

from functools import cached_property
from typing import Any

from openai import AsyncOpenAI, NotGiven, Omit
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion

OPTIONS = {"extra_headers": "headers", "extra_query": "params", "extra_body": "extra_json", "timeout": "timeout"}
"""Arguments that are no part of the body, and what `post` calls them."""


class PlainOpenAI(AsyncOpenAI):
    """The client with chat completions that send what they are handed."""

    @cached_property
    def chat(self) -> AsyncChat:
        """Return the chat interface."""
        return _Chat(self)


class _Chat(AsyncChat):
    @cached_property
    def completions(self) -> AsyncCompletions:
        return _Completions(self._client)


class _Completions(AsyncCompletions):
    async def create(self, **arguments: Any) -> ChatCompletion:
        given = {name: value for name, value in arguments.items() if not isinstance(value, NotGiven | Omit)}
        options = {OPTIONS[name]: value for name in OPTIONS if (value := given.pop(name, None)) is not None}
        return await self._client.post("/chat/completions", cast_to=ChatCompletion, body=given, options=options)
