/** Puts blocks on the clipboard as markdown. */
import type { Block } from "../../blocks";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { cleanedBlock, type GivenBlock } from "../document/cleaned";
import { markdownOf } from "../document/markdownOut";

export async function copyMarkdown(blocks: readonly GivenBlock[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(markdownOf(blocks.map(whole)));
    done(t("editor.tools.copied"));
  } catch (error) {
    failed(error);
  }
}

function whole(given: GivenBlock): Block {
  return { ...cleanedBlock(given), children: (given.children ?? []).map(whole) };
}
