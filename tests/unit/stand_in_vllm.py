"""A stand-in for vLLM's server, as a program: `python stand_in_vllm.py FOLDER BEHAVIOUR ... serve CHECKPOINT OPTIONS`.

It takes vLLM's options, is as slow to be ready, asks for its key where vLLM does, and ends in the ways that vLLM ends;
the words that it prints are vLLM's and torch's. In FOLDER it writes a file for each of its processes, named by the
process's number. Behaviours, any of them together:

    slow         answers 503 for half a second before it is ready
    hangs        never becomes ready
    waits=N      becomes ready when N servers have been started in FOLDER
    killed       is killed, as the kernel does for want of main memory
    traceback    ends with a traceback whose last error is not the cause
    memory       ends for want of GPU memory
    old          says that it is another version
    silent       tells no version
    open         asks nobody for a key
    child        has a worker in a session of its own that no request ends
    stubborn     does not end when it is asked to
    dies=N       ends in the middle of its Nth question
    pause=S      takes S seconds for an answer
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

VERSION, OTHER_VERSION = "0.11.0", "0.10.2"
OUT_OF_MEMORY = (
    "(EngineCore_0 pid=9) ERROR 11-30 14:00:00 [core.py:708] torch.OutOfMemoryError: CUDA out of memory. Tried to "
    "allocate 1.16 GiB. GPU 0 has a total capacity of 23.64 GiB of which 41.81 MiB is free."
)
CAUSE = "(EngineCore_0 pid=9) ERROR 11-30 14:00:00 [core.py:708] ValueError: Unsupported architecture: Qwen9VL"
LAST = "RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"
WORKER = (
    "import os, pathlib, signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "pathlib.Path(sys.argv[1], str(os.getpid())).write_text('worker'); time.sleep(600)"
)


def main() -> None:
    """Behave as the arguments say."""
    at = sys.argv.index("serve")
    folder, behaviours = Path(sys.argv[1]), sys.argv[2:at]
    behave = dict(word.partition("=")[::2] for word in behaviours)
    seen = {"argv": sys.argv[at:], "key": os.environ["VLLM_API_KEY"], "questions": 0}
    seen["gpus"] = os.environ.get("CUDA_VISIBLE_DEVICES")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / str(os.getpid())).write_text(json.dumps(seen))
    options = vllm_options(sys.argv[at + 1 :])
    print("INFO 11-30 14:00:00 [api_server.py:1839] vLLM API server version", VERSION, flush=True)
    if "stubborn" in behave:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "child" in behave:
        subprocess.Popen([sys.executable, "-c", WORKER, str(folder)], start_new_session=True)
        while not any(path.read_text() == "worker" for path in folder.iterdir()):
            time.sleep(0.01)
    if "killed" in behave:
        os.kill(os.getpid(), signal.SIGKILL)
    for name, cause in (("traceback", CAUSE), ("memory", OUT_OF_MEMORY)):
        if name in behave:
            print(cause, "Traceback (most recent call last):", '  File "api_server.py", line 1', LAST, sep="\n")
            sys.exit(1)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", options.port), handler(folder, options, behave, seen))
    except OSError as error:
        sys.exit(f"OSError: {error}")
    server.ready_at = float("inf") if "hangs" in behave else time.monotonic() + 0.5 * ("slow" in behave)
    server.serve_forever()


def vllm_options(arguments: list[str]) -> argparse.Namespace:
    """Return the options of `vllm serve` that a job sets; any other ends the program, as it ends vLLM."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("checkpoint")
    for name in ("--host", "--revision", "--tokenizer-revision", "--dtype", "--quantization"):
        parser.add_argument(name)
    for name in ("--port", "--max-model-len", "--tensor-parallel-size"):
        parser.add_argument(name, type=int)
    parser.add_argument("--limit-mm-per-prompt", type=json.loads, default={})
    parser.add_argument("--enforce-eager", action="store_true")
    return parser.parse_args(arguments)


def handler(
    folder: Path, options: argparse.Namespace, behave: dict[str, str], seen: dict
) -> type[BaseHTTPRequestHandler]:
    """Return what answers: vLLM's paths, of which those below /v1 ask for the key."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self, status: int, body: dict) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def barred(self) -> bool:
            alone = len(list(folder.iterdir())) < int(behave.get("waits", 0))
            if alone or time.monotonic() < self.server.ready_at:
                self.answer(503, {})
                return True
            known = self.headers.get("authorization") == f"Bearer {seen['key']}"
            if self.path.startswith("/v1") and not known and "open" not in behave:
                self.answer(401, {"error": "Unauthorized"})
                return True
            return False

        def do_GET(self) -> None:
            if not self.barred():
                version = {} if "silent" in behave else {"version": OTHER_VERSION if "old" in behave else VERSION}
                self.answer(200, version if self.path == "/version" else {})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if self.barred():
                return
            with lock:
                seen["questions"] += 1
                if seen["questions"] == int(behave.get("dies", -1)):
                    print("AsyncLLM output_handler failed. vllm.v1.engine.exceptions.EngineDeadError: it", flush=True)
                    os._exit(1)
            time.sleep(float(behave.get("pause", 0)))
            parts = [p for m in asked["messages"] if isinstance(m["content"], list) for p in m["content"]]
            pictures = sum(part["type"] == "image_url" for part in parts)
            most = options.limit_mm_per_prompt.get("image", 0)
            if asked["model"] != options.checkpoint:
                self.answer(404, {"error": {"message": f"The model `{asked['model']}` does not exist."}})
            elif pictures > most:
                self.answer(400, {"error": {"message": f"At most {most} image(s) may be provided in one prompt."}})
            else:
                choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "(a)"}}
                usage = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}
                reply = {"id": "c", "object": "chat.completion", "created": 1, "model": options.checkpoint}
                self.answer(200, reply | {"choices": [choice], "usage": usage})

    return Handler


if __name__ == "__main__":
    main()
