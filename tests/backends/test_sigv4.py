"""Signatures against the examples that the makers of the scheme publish."""

import hashlib

import pytest

from notesvc.backends.sigv4 import Signer, encode, query_of

SIGNER = Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
HOST = {"host": "examplebucket.s3.amazonaws.com", "x-amz-date": "20130524T000000Z"}
EMPTY = hashlib.sha256(b"").hexdigest()


@pytest.mark.parametrize(
    ("method", "target", "headers", "body", "signature"),
    [
        ("GET", ("/test.txt", []), {"range": "bytes=0-9"}, b"",
         "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        ("PUT", ("/test$file.text", []),
         {"date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"},
         b"Welcome to Amazon S3.", "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
        ("GET", ("/", [("lifecycle", "")]), {}, b"",
         "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        ("GET", ("/", [("prefix", "J"), ("max-keys", "2")]), {}, b"",
         "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ],
)  # fmt: skip
def test_the_published_examples_of_s3(
    method: str, target: tuple[str, list[tuple[str, str]]], headers: dict[str, str], body: bytes, signature: str
) -> None:
    payload_hash = hashlib.sha256(body).hexdigest()
    signed = HOST | headers | {"x-amz-content-sha256": payload_hash}
    found = SIGNER.authorization(method, encode(target[0]), query_of(target[1]), signed, payload_hash)
    assert found.endswith(f"Signature={signature}")
    assert found.startswith("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ")


def test_the_vanilla_request_of_the_suite() -> None:
    signer = Signer("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", service="service")
    headers = {"host": "example.amazonaws.com", "x-amz-date": "20150830T123600Z"}
    found = signer.authorization("GET", "/", "", headers, EMPTY)
    assert found.endswith("Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")


def test_names_are_encoded_by_their_bytes() -> None:
    assert encode("/b/ä +~(1)*'.md") == "/b/%C3%A4%20%2B~%281%29%2A%27.md"
    assert query_of([("b", "1 2"), ("a", "x/y"), ("a", "")]) == "a=&a=x%2Fy&b=1%202"


def test_a_signer_does_not_show_its_secret() -> None:
    assert "wJalr" not in repr(SIGNER)
