/** Puts blocks on the clipboard as markdown. */
import type { Block } from "../../blocks";
import { t } from "../../i18n";
import { done, failed } from "../../notices";
import { cleanedBlock, type GivenBlock } from "../document/cleaned";
import { markdownOf } from "../document/markdownOut";

export async function copyMarkdown(blocks: readonly GivenBlock[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(writtenOut(blocks));
    done(t("editor.tools.copied"));
  } catch (error) {
    failed(error);
  }
}

/** Markdown of blocks as the editor gives them. */
export const writtenOut = (blocks: readonly GivenBlock[]): string => markdownOf(blocks.map(cleanedDeep));

/** The block as the service takes it, with those within it. */
export function cleanedDeep(given: GivenBlock): Block {
  return { ...cleanedBlock(given), children: (given.children ?? []).map(cleanedDeep) };
}
