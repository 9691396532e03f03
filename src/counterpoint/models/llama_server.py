"""llama.cpp's own server as a process of its own: `python -m counterpoint.models.llama_server --model FILE ...`.

The package xllamacpp holds the server as a library and brings no program. The options are those of llama.cpp's
`llama-server` that a job sets, under the same names, so that a build of one's own can take its place.
"""

import argparse
import os
import signal
import sys

from counterpoint.models.engines import ENGINES


def main(arguments: list[str]) -> None:
    """Serve until a signal ends the process. Exits with llama.cpp's message when it cannot load the weights."""
    from xllamacpp import CommonParams, Server

    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("--model", "--mmproj", "--alias", "--host"):
        parser.add_argument(name)
    for name in ("--port", "--ctx-size", "--parallel", "--threads", "--n-gpu-layers"):
        parser.add_argument(name, type=int)
    asked = parser.parse_args(arguments)
    params = CommonParams()
    params.model.path = asked.model
    if asked.mmproj:
        params.mmproj.path = asked.mmproj
    params.model_alias = {asked.alias}
    params.hostnames, params.port = [asked.host], asked.port
    params.api_keys = [os.environ[ENGINES["llama_cpp"].key_variable]]
    params.n_ctx, params.n_parallel, params.n_gpu_layers = asked.ctx_size, asked.parallel, asked.n_gpu_layers
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = asked.threads
    params.fit_params = False  # else the room would depend on what memory is free
    params.ui = False
    try:
        server = Server(params)
    except RuntimeError as error:
        sys.exit(f"error: {error}")
    while server is not None:  # ends with the process: a signal's default is to end it
        signal.pause()


if __name__ == "__main__":
    main(sys.argv[1:])
