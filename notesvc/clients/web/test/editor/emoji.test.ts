import { describe, expect, it, vi } from "vitest";
import { emojiFor } from "../../src/editor/menus/emoji";
import { speak } from "../../src/i18n";

async function found(query: string): Promise<string[]> {
  const again = vi.fn();
  if (emojiFor(query, again).length === 0) await vi.waitFor(() => expect(again).toHaveBeenCalled(), 30_000);
  return emojiFor(query, again).map(({ name }) => name);
}

describe("emoji behind a colon", () => {
  it("are found by their codes, the one that is typed in full first", async () => {
    await speak("en");
    expect((await found("smile"))[0]).toBe("😄 smile");
    expect(await found("thumbs")).toContain("👍️ +1");
    expect((await found("tada"))[0]).toBe("🎉 tada");
    expect((await found("rocket"))[0]).toBe("🚀 rocket");
    expect((await found("sunr"))[0]).toBe("🌅 sunrise");
  });

  it("are found by what they are called, and by no letters within a word", async () => {
    expect((await found("hedge"))[0]).toBe("🦔 hedgehog");
    expect(emojiFor("edgehog", vi.fn())).toEqual([]);
  });
});
