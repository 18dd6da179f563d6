// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { Problem } from "../../src/api";
import { answerProof, isProofAsked, withStepUp } from "../../src/state/proof";

const refused = () => new Problem(403, "step_up_required", "");

describe("a call that wants a proof", () => {
  it("is made again once the proof was given", async () => {
    const call = vi.fn().mockRejectedValueOnce(refused()).mockResolvedValue("done");
    const made = withStepUp(call);
    await vi.waitFor(() => expect(isProofAsked()).toBe(true));
    answerProof(true);
    expect(await made).toBe("done");
    expect(call).toHaveBeenCalledTimes(2);
    expect(isProofAsked()).toBe(false);
  });

  it("is refused as before where no proof is given", async () => {
    const call = vi.fn().mockRejectedValue(refused());
    const made = withStepUp(call);
    const told = expect(made).rejects.toMatchObject({ code: "step_up_required" });
    await vi.waitFor(() => expect(isProofAsked()).toBe(true));
    answerProof(false);
    await told;
    expect(call).toHaveBeenCalledTimes(1);
  });

  it("asks for nothing where another thing is wrong", async () => {
    await expect(withStepUp(() => Promise.reject(new Problem(403, "forbidden", "")))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(isProofAsked()).toBe(false);
  });

  it("shares one question with others that wait", async () => {
    const calls = [1, 2].map((value) => vi.fn().mockRejectedValueOnce(refused()).mockResolvedValue(value));
    const made = Promise.all(calls.map((call) => withStepUp(call)));
    await vi.waitFor(() => expect(isProofAsked()).toBe(true));
    answerProof(true);
    expect(await made).toEqual([1, 2]);
  });
});
