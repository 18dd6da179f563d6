/** A block of code: its text, the language picker, and under a diagram's source the diagram. */
import { createCodeBlockSpec } from "@blocknote/core";
import { createReactBlockSpec } from "@blocknote/react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { t } from "../../i18n";
import { CopyButton } from "../../render/Code";
import { languageId, languages } from "../../render/highlighter";
import Mermaid from "../../render/Mermaid";
import { sourceOf } from "./plainText";

const LISTED = [...languages, { id: "mermaid", name: "Mermaid" }].sort((a, b) =>
  a.name.localeCompare(b.name),
);

/** The language alone: a fence may say more behind it. */
const languageOf = (info: string): string =>
  info
    .trim()
    .split(/[\s{,]/)[0]
    ?.toLowerCase() ?? "";

const usual = createCodeBlockSpec({ defaultLanguage: "", indentLineWithTab: true });
const shown = createReactBlockSpec(
  { type: "codeBlock", propSchema: { language: { default: "" } }, content: "plain" },
  {
    render: ({ block, editor, contentRef }) => (
      <Code
        language={block.props.language}
        source={sourceOf(block.content)}
        contentRef={contentRef}
        choose={
          editor.isEditable ? (language) => editor.updateBlock(block.id, { props: { language } }) : undefined
        }
      />
    ),
  },
)();

/** BlockNote's own code block with another look: keys, parsing and highlighting stay its. */
export const codeBlock: typeof usual = {
  ...usual,
  implementation: {
    ...usual.implementation,
    meta: {
      ...usual.implementation.meta,
      highlight: (block) => languageId(languageOf(String(block.props.language))),
    },
    render: shown.implementation.render as typeof usual.implementation.render,
  },
};

interface CodeProps {
  language: string;
  source: string;
  contentRef: (node: HTMLElement | null) => void;
  choose: ((language: string) => void) | undefined;
}

function Code({ language, source, contentRef, choose }: CodeProps) {
  const text = (
    <div className="code" dir="ltr">
      <div className="code-head" contentEditable={false}>
        <Picker language={language} choose={choose} />
        <CopyButton text={source} />
      </div>
      <pre>
        <code ref={contentRef} spellCheck={false} />
      </pre>
    </div>
  );
  return languageOf(language) === "mermaid" ? <WithDiagram source={source}>{text}</WithDiagram> : text;
}

/** The diagram in place of its source, which is behind it; the source of one that is being written is seen. */
function WithDiagram({ source, children }: { source: string; children: ReactNode }) {
  const settled = useDeferredValue(source);
  const [isNew] = useState(source.trim() === "");
  return (
    <Mermaid source={settled} isOpen={isNew}>
      {children}
    </Mermaid>
  );
}

function Picker({ language, choose }: Pick<CodeProps, "language" | "choose">) {
  if (choose === undefined) return language === "" ? null : <span>{language}</span>;
  // Under another name it is the same language; nothing is written until another one is chosen.
  const id = languageId(language) ?? language;
  const isListed = id === "" || LISTED.some((each) => each.id === id);
  return (
    <select
      aria-label={t("editor.code.language")}
      value={id}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t("editor.code.plain")}</option>
      {!isListed && <option value={id}>{id}</option>}
      {LISTED.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
