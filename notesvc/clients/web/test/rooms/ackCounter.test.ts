import { describe, expect, it } from "vitest";
import { AckCounter } from "../../src/rooms/ackCounter";

/** What the counter should say: every edit is counted until the message that carried it is acknowledged. */
describe("edits that the room does not have on disk", () => {
  it("are counted until each of their messages is acknowledged, once", () => {
    const counter = new AckCounter();
    counter.made();
    counter.made();
    counter.left();
    counter.made();
    counter.left();
    counter.made();
    expect(counter.count).toBe(4);
    counter.acknowledged(1);
    expect(counter.count).toBe(2);
    counter.acknowledged(1);
    expect(counter.count).toBe(2);
    counter.acknowledged(2);
    expect(counter.count).toBe(1);
  });

  it("wait again when the connection that carried them is lost", () => {
    const counter = new AckCounter();
    counter.made();
    counter.left();
    counter.acknowledged(1);
    counter.made();
    counter.left();
    counter.lost();
    expect(counter.count).toBe(1);
    counter.left();
    counter.acknowledged(1);
    expect(counter.count).toBe(0);
  });

  it("are never fewer than what two acknowledgements together have taken", () => {
    const counter = new AckCounter();
    for (let message = 0; message < 5; message++) {
      counter.made();
      counter.left();
    }
    for (const [acknowledged, left] of [
      [1, 4],
      [2, 3],
      [4, 1],
      [5, 0],
    ] as const) {
      counter.acknowledged(acknowledged);
      expect(counter.count).toBe(left);
    }
  });
});
