/** A task: BlockNote's own, with a name for its box. */
import { defaultBlockSpecs } from "@blocknote/core";
import { t } from "../../i18n";

const usual = defaultBlockSpecs.checkListItem;
const { implementation } = usual;

export const checkListItem: typeof usual = {
  ...usual,
  implementation: {
    ...implementation,
    render(block, editor) {
      const shown = implementation.render.call(this, block, editor);
      const box = shown.dom.querySelector("input");
      box?.setAttribute("aria-label", t("editor.tools.task"));
      return shown;
    },
  },
};
