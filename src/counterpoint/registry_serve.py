"""What an entry of the registry may say of the server that its own jobs start, under `serve`."""

from pydantic import Field, ValidationInfo, field_validator

from counterpoint.validation import PathText, Strict, Text, rule

ENGINES = ("vllm", "llama_cpp")
"""Server software that a job can start."""
SET_BY_JOB = (
    "--host",
    "--port",
    "--api-key",
    "--api-key-file",
    "--model",
    "-m",
    "--hf-repo",
    "-hf",
    "--served-model-name",
    "--alias",
    "-a",
    "--revision",
    "--tokenizer-revision",
    "--max-model-len",
    "--ctx-size",
    "-c",
    "--tensor-parallel-size",
    "-tp",
    "--limit-mm-per-prompt",
    "--quantization",
    "-q",
    "--dtype",
    "--mmproj",
    "--parallel",
    "-np",
    "--threads",
    "-t",
)
"""Options of the engines that follow from the entry, or are the job's own business."""


class Serve(Strict):
    """How a job of the model starts its server, in its own allocation."""

    context_tokens: int = Field(ge=256)
    """Room for prompt and reply together, in tokens."""
    images_per_prompt: int = Field(2, ge=1)
    """Pictures that a request may hold; vllm sets memory aside for them."""
    gpus: int = Field(1, ge=0)
    """GPUs of the job; vllm divides the model among them (tensor parallelism)."""
    threads: int = Field(4, ge=1)
    """Cores of the job, if the run has as many."""
    mem_mb: int = Field(32_000, ge=1)
    """Main memory of the server, in MB."""
    startup_seconds: float = Field(900.0, ge=1)
    """Time that the server may take until it can be asked, in seconds; it loads the weights in it."""
    command: list[Text] | None = Field(None, min_length=1)
    """Program that is the server, with what stands before its options; the engine's usual one by default."""
    options: list[Text] = Field(default_factory=list)
    """Further options of the server, as its own documentation names them."""
    package: Text | None = None
    """Installed Python package that holds the weights as its one GGUF file; llama_cpp only."""
    gguf: PathText | None = None
    """GGUF file of the weights, in place of a package; llama_cpp only."""
    mmproj: PathText | None = None
    """GGUF file by which the model sees pictures; llama_cpp only."""

    @field_validator("options")
    @classmethod
    def _others(cls, options: list[str]) -> list[str]:
        for position, option in enumerate(options):
            if option.split("=")[0].split(".")[0] in SET_BY_JOB:
                raise rule("options that follow from no other key, and no address or key", option, (position,))
        return options


def checked_serve(serve: Serve | None, info: ValidationInfo) -> Serve | None:
    """Return `serve` if it goes with the other keys of its entry. Raises the error of the first that it does not."""
    said = info.data
    if serve is None:
        return None
    if said.get("engine") not in ENGINES:
        raise rule(f"null, or engine: {' or engine: '.join(ENGINES)} beside it", said.get("engine"))
    for key in ("base_url", "api_key_env", "snapshot"):
        if said.get(key) is not None:
            raise rule(f"null beside {key}: a job's own server has a checkpoint, its own address and its own key", key)
    weights = {key: getattr(serve, key) for key in ("package", "gguf", "mmproj")}
    if said["engine"] == "vllm":
        for key, value in weights.items():
            if value is not None:
                raise rule("null with engine: vllm, which takes the checkpoint", value, (key,))
    else:
        if (serve.gguf is None) == (serve.package is None):
            raise rule("either package: NAME or gguf: FILE, and one of them is needed", serve.gguf, ("gguf",))
        if serve.mmproj is None and not said.get("text_only"):
            raise rule("a file, for without one the model takes no picture; or text_only: true", None, ("mmproj",))
    return serve
