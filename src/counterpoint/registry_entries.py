"""What the model registry says of each kind of model: planted, embedded, or of a provider."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from counterpoint.registry_serve import Serve, checked_serve
from counterpoint.validation import ENVIRONMENT_PATTERN, URL_PATTERN, PathText, Strict, Text, rule

Share = Annotated[float, Field(ge=0, le=1)]


class Common(Strict):
    """What every model's entry may say. None of it is part of the model's identity."""

    shards: int | None = Field(None, ge=1, le=256)
    """Number of shards of this model; the run's by default."""
    concurrency: int = Field(8, ge=1)
    """Requests under way at once in a shard."""
    attempts: int = Field(5, ge=1)
    """Calls made for a request before it is given up."""
    seconds_between_attempts: float = Field(1.0, ge=0)
    """First wait between two calls, in seconds; it doubles with each call."""
    text_only: bool = False
    """The model takes no picture: its trials with one are skipped, reason text_only_model."""
    orders: int | None = Field(None, ge=1)
    """Option orders of each unit that a slow model is asked, of those that the run samples; null for all of them."""


class Failures(Strict):
    """Shares of requests at which a planted respondent fails, drawn for each request; together at most 1."""

    rate_limit: Share = 0.0
    """Transient: cured by another call."""
    server: Share = 0.0
    """Transient: cured by another call."""
    empty: Share = 0.0
    """A reply without text."""
    truncated: Share = 0.0
    """A reply cut at the output budget."""
    malformed: Share = 0.0
    """A reply that names no option."""
    refused: Share = 0.0
    """A refusal."""
    filtered: Share = 0.0
    """A reply withheld by a content filter."""
    permanent: Share = 0.0
    """A bad request: no call succeeds."""

    @model_validator(mode="after")
    def _at_most_all(self) -> "Failures":
        total = sum(dict(self).values())
        if total > 1 + 1e-9:
            raise rule("shares that sum to at most 1", round(total, 9))
        return self


class PlantedCommon(Common):
    provider: Literal["planted"]
    """A made-up model whose behaviour is known; it needs no network."""
    group: Literal["planted"] = "planted"
    """Group in tables."""
    access: Literal["embedded"] = "embedded"
    """It runs inside the process."""
    failures: Failures = Failures()
    """How often it fails, and how."""
    seconds: float = Field(0.0, ge=0)
    """Time that a reply takes, in seconds; in no identity."""


class FixedRespondent(PlantedCommon):
    """A planted respondent without parameters."""

    respondent: Literal[
        "visual",
        "factual",
        "omit",
        "guesser",
        "first_option",
        "looks_closer",
        "disagrees",
        "fabricator",
        "cautious",
        "caption_follower",
        "sycophant",
    ]
    """Always the visual answer, the factual answer, Omit, an option at random, or the first option shown; the visual
    answer where a view shows it closer and the factual one elsewhere; or one that denies the factual answer. The last
    four read every picture, and differ where it cannot be read, a caption contradicts it, or a question takes for
    granted what it does not show: they make up what they cannot read and grant every premise; decline, and doubt every
    premise; believe captions; or believe captions and grant every premise."""


class Told(Strict):
    """How often an arbiter follows the chart under a prompt that says what to trust; `prefers` by default."""

    visual: Share | None = None
    """Under the visual-priority prompt."""
    factual: Share | None = None
    """Under the factual-priority prompt."""


class Arbiter(PlantedCommon):
    """A planted respondent that reads, knows and prefers with given probabilities; with neither, it guesses."""

    respondent: Literal["arbiter"]
    """Reads the chart, knows the fact, and on conflict follows one of them."""
    reads: Share
    """Probability of reading the chart."""
    knows: Share
    """Probability of knowing the fact."""
    prefers: Share
    """Probability of following the chart on conflict."""
    prefers_when_told: Told = Told()
    """The same under the steering prompts."""


class Sceptic(PlantedCommon):
    """A planted respondent that reads and knows everything, and trusts a picture less the more it contradicts."""

    respondent: Literal["sceptic"]
    """Believes the picture with probability half / (half + mismatch), and else answers the fact."""
    half: float = Field(ge=0.001)
    """Mismatch (relative difference of shown and factual value) at which it believes half of the pictures."""


class PlantedJudge(PlantedCommon):
    """A planted judge, which a run names as its judge: it gives the right verdict with a given probability."""

    respondent: Literal["judge"]
    """Judges replies; told what the parser reads in them."""
    right: Share
    """Probability of the right verdict; else any other one, equally likely."""


class RuleJudge(Common):
    """The rule judge: it judges replies by fixed rules, without key or network."""

    provider: Literal["rule_judge"]
    """It runs inside the process; its own code decides what it says."""
    group: Literal["embedded"] = "embedded"
    """Group in tables."""
    access: Literal["embedded"] = "embedded"
    """It runs inside the process."""


class PixelReader(Common):
    """The pixel reader: it reads charts from their pixels by rule, has no memory, and needs no network."""

    provider: Literal["pixel_reader"]
    """It runs inside the process; its own code decides what it answers."""
    group: Literal["embedded"] = "embedded"
    """Group in tables."""
    access: Literal["embedded"] = "embedded"
    """It runs inside the process."""


class Decoding(Strict):
    """Decoding settings; all of them are part of the model's identity."""

    temperature: float = Field(0.0, ge=0, le=2)
    """Sampling temperature."""
    max_output_tokens: int = Field(4096, ge=1)
    """Output budget of a reply, in tokens; a reply that reaches it is truncated and left out."""
    reasoning: Literal["off", "minimal", "low", "provider_default"] = "provider_default"
    """How much the model may reason before it replies."""
    seed: int | None = Field(None, ge=0)
    """Sampling seed, where the provider takes one."""


class EmbeddedDecoding(Decoding):
    """Decoding settings of a model that runs inside the process; all of them are part of its identity."""

    reasoning: Literal["off", "provider_default"] = "provider_default"
    """Off tells the model's chat template not to let it reason, if the template knows how."""
    cache_prompt: bool = False
    """Whether the beginning that a prompt shares with the one before is not computed again. Faster, but a reply then
    depends, in its rounding, on what was asked before it."""


class LlamaCpp(Common):
    """A GGUF model that llama.cpp runs inside the process, without key or network."""

    provider: Literal["llama_cpp"]
    """llama.cpp, as the package xllamacpp brings it."""
    group: Literal["embedded"] = "embedded"
    """Group in tables."""
    access: Literal["embedded"] = "embedded"
    """It runs inside the process."""
    concurrency: int = Field(1, ge=1, le=1)
    """One request at a time: more would share the same cores, and their rounding."""
    package: Text | None = None
    """Installed Python package that holds the weights as its one GGUF file."""
    gguf: PathText | None = Field(None, validate_default=True)
    """GGUF file of the weights, in place of a package."""
    mmproj: PathText | None = Field(None, validate_default=True)
    """GGUF file by which the model sees pictures. Without it, text_only is implied."""
    decoding: EmbeddedDecoding = EmbeddedDecoding()
    """Decoding settings."""
    context_tokens: int = Field(8192, ge=256)
    """Room for prompt and reply together, in tokens; a request that does not fit fails and is no reply."""
    threads: int = Field(4, ge=1)
    """Cores that a shard's job takes, if the run has as many."""

    @model_validator(mode="before")
    @classmethod
    def _blind_without_mmproj(cls, content: Any) -> Any:
        return {"text_only": content.get("mmproj") is None, **content} if isinstance(content, Mapping) else content

    @field_validator("gguf")
    @classmethod
    def _one_source(cls, gguf: str | None, info: ValidationInfo) -> str | None:
        if (gguf is None) == (info.data.get("package") is None):
            raise rule("either package: NAME or gguf: FILE, and one of them is needed", gguf)
        return gguf

    @field_validator("mmproj")
    @classmethod
    def _eyes_of_a_file(cls, mmproj: str | None, info: ValidationInfo) -> str | None:
        if mmproj is not None and info.data.get("package") is not None:
            raise rule("null beside a package; a file beside gguf: FILE", mmproj)
        if mmproj is None and info.data.get("text_only") is False:
            raise rule("a file beside the gguf, for without one the model takes no picture; or text_only: true", None)
        return mmproj


class TokenPrice(Strict):
    """What a model's tokens cost, in US dollars a million; in no identity."""

    input: float = Field(ge=0)
    """Input tokens."""
    output: float = Field(ge=0)
    """Output tokens."""
    cached_input: float | None = Field(None, ge=0)
    """Input tokens that the provider takes from its cache; as `input` by default."""


class ProviderCommon(Common):
    group: Literal["proprietary", "open"]
    """Group in tables: closed or open weights."""
    access: Literal["api", "openrouter", "local"]
    """How it is reached: its maker's API, OpenRouter, or a server of one's own."""
    snapshot: Text | None = None
    """Dated model id of the API, as sent. Null: not known yet, so the model cannot be asked."""
    decoding: Decoding = Decoding()
    """Decoding settings."""
    structured: bool = False
    """The model holds a reply to a JSON schema where a request has one; false asks it for free text."""
    base_url: Annotated[str, Field(pattern=URL_PATTERN)] | None = None
    """Address of the API, if it is not the provider's own."""
    api_key_env: Annotated[str, Field(pattern=ENVIRONMENT_PATTERN)] | None = None
    """Name of the environment variable that holds the key, if not the provider's usual one; never the key itself."""
    seconds_a_call: float = Field(180.0, ge=1)
    """Time that one call may take, in seconds."""
    seconds_a_request: float = Field(1800.0, ge=1)
    """Time from a request's first call after which it is given up, in seconds."""
    requests_per_minute: int | None = Field(None, ge=1)
    """Calls a minute, of all shards together."""
    tokens_per_minute: int | None = Field(None, ge=1)
    """Tokens a minute, input and output, of all shards together."""
    transport: Literal["direct", "batch"] = "direct"
    """Whether requests are asked one by one, or by the provider's batches at half the price and within a day."""
    price: TokenPrice | None = None
    """Price of its tokens, in place of the price table's."""
    budget: float | None = Field(None, ge=0)
    """US dollars that a run may spend on the model, replies of its requests in the journal included."""
    retry_truncated_with: int | None = Field(None, ge=1)
    """Output budget, in tokens, with which a truncated reply is asked for once more, as a new request."""
    over_limit: Literal["skip", "resize"] = "skip"
    """Whether a picture over a documented limit is not sent, or is sent scaled down to it, as a recorded view."""

    @field_validator("retry_truncated_with")
    @classmethod
    def _larger(cls, tokens: int | None, info: ValidationInfo) -> int | None:
        decoding = info.data.get("decoding")
        if tokens is not None and decoding is not None and tokens <= decoding.max_output_tokens:
            raise rule(f"more than decoding.max_output_tokens = {decoding.max_output_tokens}, or null", tokens)
        return tokens


class ApiModel(ProviderCommon):
    """A model asked through its maker's API."""

    provider: Literal["openai", "anthropic", "gemini", "xai"]
    """Maker of the API."""


class OpenRouterModel(ProviderCommon):
    """A model asked through OpenRouter, which hands requests to one of several hosts."""

    provider: Literal["openrouter"]
    """OpenRouter."""
    quantisation: Text | None = None
    """Quantisation that the host runs."""
    provider_pin: Text | None = None
    """The one host that may answer."""
    unpinned: bool = Field(False, validate_default=True)
    """True accepts whichever host answers, as a deliberate choice."""

    @field_validator("unpinned")
    @classmethod
    def _pinned_or_said_not_to_be(cls, unpinned: bool, info: ValidationInfo) -> bool:
        pin = info.data.get("provider_pin")
        if unpinned == (pin is not None):
            raise rule("either provider_pin: HOST or unpinned: true, and one of them is needed", unpinned)
        return unpinned


class ServedModel(ProviderCommon):
    """A model behind an OpenAI-compatible server, such as one's own vLLM, or one that its own jobs start."""

    provider: Literal["openai_compatible"]
    """Any server with the OpenAI interface."""
    checkpoint: Text | None = None
    """Repository of the weights. Null, without a snapshot: not known yet, so the model cannot be asked."""
    revision: Text | None = None
    """Revision of the weights."""
    quantisation: Text | None = None
    """Quantisation of the weights."""
    engine: Text | None = None
    """Server software."""
    engine_version: Text | None = None
    """Version of the server software."""
    serve: Serve | None = None
    """The server that the model's own jobs start, in place of one at an address."""

    _goes_with_the_rest = field_validator("serve")(checked_serve)

    @field_validator("checkpoint")
    @classmethod
    def _one_name(cls, checkpoint: str | None, info: ValidationInfo) -> str | None:
        if checkpoint is not None and info.data.get("snapshot") is not None:
            raise rule("null beside a snapshot: a model has either a snapshot or a checkpoint", checkpoint)
        return checkpoint


PlantedEntry = Annotated[FixedRespondent | Arbiter | Sceptic | PlantedJudge, Field(discriminator="respondent")]
ProviderEntry = ApiModel | OpenRouterModel | ServedModel
EMBEDDED = PlantedCommon | PixelReader | LlamaCpp | RuleJudge
"""Entries of what runs inside the process: it needs neither a key nor an address."""
Entry = Annotated[PlantedEntry | PixelReader | LlamaCpp | RuleJudge | ProviderEntry, Field(discriminator="provider")]
"""What the registry says of one model."""
