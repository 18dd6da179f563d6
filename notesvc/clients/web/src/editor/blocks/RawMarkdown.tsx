/** Markdown that blocks cannot say, kept to the letter: shown as what it is, edited as its source in the same place. */
import { createReactBlockSpec, SourceBlockWithPreview } from "@blocknote/react";
import { t } from "../../i18n";
import { RawMarkdown } from "../../render/RawMarkdown";
import { sourceOf } from "./plainText";

export const rawMarkdown = createReactBlockSpec(
  { type: "rawMarkdown", propSchema: {}, content: "plain" },
  {
    meta: { code: true, defining: true, hasPreview: true, hardBreakShortcut: "enter" },
    render: ({ block, editor, contentRef }) => {
      const source = sourceOf(block.content);
      return (
        <SourceBlockWithPreview
          block={block}
          editor={editor}
          contentRef={contentRef}
          source={source}
          preview={<RawMarkdown source={source} />}
          emptySourcePlaceholder={t("editor.raw.empty")}
          sourcePlaceholder={t("editor.source")}
        />
      );
    },
    toExternalHTML: ({ contentRef }) => (
      <pre data-raw-markdown="">
        <code ref={contentRef} />
      </pre>
    ),
    parse: (element) => (element.dataset.rawMarkdown === undefined ? undefined : {}),
    runsBefore: ["codeBlock"],
  },
)();
