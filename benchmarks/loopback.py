"""A server on loopback that answers every chat completion after a set time: `loopback.py SECONDS`, prints its port."""

import asyncio
import json
import sys

REPLY = {
    "id": "c",
    "object": "chat.completion",
    "created": 1_700_000_000,
    "model": "loopback-1",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "(b) 42.7 Mbps", "refusal": None},
            "finish_reason": "stop",
            "logprobs": None,
        }
    ],
    "usage": {"prompt_tokens": 800, "completion_tokens": 8, "total_tokens": 808},
}
BODY = json.dumps(REPLY).encode()
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(BODY), BODY)


class Connection(asyncio.Protocol):
    """One connection: reads whole requests without looking into them, and answers each."""

    seconds = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = bytearray()
        self._missing = 0

    def data_received(self, data: bytes) -> None:
        if not self._missing:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            lines = bytes(self._head[:end]).lower().split(b"\r\n")[1:]
            fields = dict(line.split(b": ", 1) for line in lines)
            data = self._head[end + 4 :]
            self._head = bytearray()
            self._missing = int(fields[b"content-length"])
        self._missing -= len(data)
        if not self._missing:
            if self.seconds:
                asyncio.get_running_loop().call_later(self.seconds, self._transport.write, ANSWER)
            else:
                self._transport.write(ANSWER)


async def main(seconds: float) -> None:
    """Serve until the process is ended."""
    Connection.seconds = seconds
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
