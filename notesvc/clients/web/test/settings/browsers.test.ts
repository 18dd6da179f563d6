import { beforeAll, describe, expect, it } from "vitest";
import { speak } from "../../src/i18n";
import { browserOf } from "../../src/settings/browsers";

beforeAll(() => speak("en"));

describe("a session", () => {
  it("is called by its browser and its system", () => {
    const chrome =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
    expect(browserOf(chrome)).toBe("Chrome on Linux");
    expect(browserOf(`${chrome} Edg/140.0`)).toBe("Edge on Linux");
    expect(
      browserOf(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      ),
    ).toBe("Safari on iOS");
  });

  it("is called unknown when it says nothing", () => {
    expect(browserOf("")).toBe("Unknown program");
    expect(browserOf("curl/8.5.0")).toBe("curl");
  });
});
