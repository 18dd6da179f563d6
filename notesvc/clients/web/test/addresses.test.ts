// @vitest-environment jsdom
import { expect, test } from "vitest";
import { localPath } from "../src/addresses";

test.each([
  "//evil.example",
  "/\\evil.example",
  "/%09/evil.example",
  "https:evil.example",
  "https://evil.example",
  "/%2f%2fevil.example",
  "/%2fevil.example",
  "/%5cevil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "@evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/a\r\nLocation: //evil.example",
  "/%0d%0a/evil.example",
  "",
  "notes",
  "%",
])("after signing in %s leads nowhere but to the start", (next) => {
  expect(localPath(next)).toBe("/");
});

test.each(["/notes/1", "/search?q=a%20b", "/journal/2026-11-21#top"])("%s is a place of ours", (next) => {
  expect(localPath(next)).toBe(next);
});
