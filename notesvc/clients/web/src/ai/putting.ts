/** How a proposal comes into the text. */
import type { Passage } from "../editor/passage/passage";
import type { SurfaceHandle } from "../editor/surface";
import { t } from "../i18n";
import { done } from "../notices";
import type { Proposal } from "./answering";
import { keptHarmless } from "./harmless";

/** In the passage's place, or below it where it has changed meanwhile, or at the end where it is gone. */
export async function putIn(
  passage: Passage,
  surface: SurfaceHandle,
  proposal: Proposal,
  way: "replace" | "below",
): Promise<void> {
  const proposed = { content: proposal.content, blocks: keptHarmless(proposal.blocks, passage.markdown) };
  if (!passage.isShown()) {
    const end = await surface.passage?.("note");
    if (!end) throw new Error(t("ai.noPlace"));
    end.insertBelow(proposed);
    end.release();
    done(t("ai.surfaceGone"));
  } else if (way === "below") passage.insertBelow(proposed);
  else if (passage.isSame()) passage.replace(proposed);
  else {
    passage.insertBelow(proposed);
    done(t("ai.changedMeanwhile"));
  }
}
