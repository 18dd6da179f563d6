import { describe, expect, it } from "vitest";
import { type Frame, FrameReader } from "../../src/ai/frames";

const bytes = (text: string) => new TextEncoder().encode(text);
const all = (...pieces: Uint8Array[]): Frame[] => {
  const reader = new FrameReader();
  return pieces.flatMap((piece) => reader.read(piece));
};

const STREAM =
  ': a comment\n\nevent: delta\ndata: {"text":"Käse 🧀"}\n\nevent:usage\r\ndata:{}\r\n\r\n' +
  'id: 7\nretry: 5\ndata: one\rdata: two\r\r: more\nevent: done\ndata: {"content":""}\n\nevent: cut off';
const FRAMES = [
  { event: "delta", data: '{"text":"Käse 🧀"}' },
  { event: "usage", data: "{}" },
  { event: "message", data: "one\ntwo" },
  { event: "done", data: '{"content":""}' },
];

describe("the frames of a stream", () => {
  it("are the same wherever its bytes are cut", () => {
    const whole = bytes(STREAM);
    expect(all(whole)).toEqual(FRAMES);
    for (let at = 0; at <= whole.length; at++)
      expect(all(whole.slice(0, at), whole.slice(at)), `cut at ${at}`).toEqual(FRAMES);
  });
  it("are the same byte by byte", () => {
    expect(all(...[...bytes(STREAM)].map((one) => Uint8Array.of(one)))).toEqual(FRAMES);
  });
  it("say nothing where no data stands, and end with their blank line", () => {
    expect(all(bytes("event: delta\n\ndata: x\n"))).toEqual([]);
  });
});
