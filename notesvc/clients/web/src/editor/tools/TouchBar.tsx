/** The formatting bar above the keyboard of a touch screen. */
import { useBlockNoteEditor, useEditorSelectionChange } from "@blocknote/react";
import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCheckbox,
  IconDots,
  IconHeading,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLink,
  IconList,
} from "@tabler/icons-react";
import { type PointerEvent, useContext, useEffect, useReducer, useState } from "react";
import { t } from "../../i18n";
import { assist } from "../../state/assist";
import { WorkspaceOfNote } from "../blocks/contexts";
import type { NoteBlock, NoteEditor } from "../blocks/schema";
import { openMenu } from "../menus/plugin";
import { actsOf } from "./blockActs";
import "./touch-bar.css";

interface Tool {
  name: string;
  icon: Icon;
  isOn?: boolean;
  run: () => void;
}

export function TouchBar() {
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  const isWriting = useFocusIn(editor);
  const bottom = useKeyboardTop();
  const [isOpen, setOpen] = useState(false);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEditorSelectionChange(again, editor as never);
  const noteId = useContext(WorkspaceOfNote)?.noteId ?? "";
  if (!isWriting) return null;
  const ask = { name: t("editor.tools.assist"), run: () => assist.open({ noteId, scope: "marked" }) };
  const acts = isOpen ? [...(assist.isOffered(noteId) ? [ask] : []), ...actsOf(editor)] : [];
  const press = (run: () => void) => () => {
    run();
    again();
  };
  return (
    <div className="touch-bar" style={{ insetBlockEnd: bottom }}>
      {isOpen && (
        <section className="touch-acts" aria-label={t("editor.tools.block")}>
          {acts.map(({ name, run }) => (
            <button key={name} type="button" onPointerDown={stay} onClick={press(run)}>
              {name}
            </button>
          ))}
        </section>
      )}
      <div className="touch-tools" role="toolbar" aria-label={t("editor.tools.name")}>
        <button
          type="button"
          aria-label={t("editor.tools.block")}
          aria-expanded={isOpen}
          onPointerDown={stay}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={20} stroke={1.5} aria-hidden />
        </button>
        {toolsOf(editor).map(({ name, icon: Sign, isOn, run }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={isOn}
            onPointerDown={stay}
            onClick={press(run)}
          >
            <Sign size={20} stroke={1.5} aria-hidden />
          </button>
        ))}
      </div>
    </div>
  );
}

/** The keyboard stays open only while the text keeps the focus. */
const stay = (event: PointerEvent) => event.preventDefault();

function toolsOf(editor: NoteEditor): Tool[] {
  const styles = editor.getActiveStyles();
  const { block } = editor.getTextCursorPosition();
  const style = (name: "bold" | "italic", icon: Icon): Tool => ({
    name: t(`editor.tools.${name}`),
    icon,
    isOn: styles[name] === true,
    run: () => editor.toggleStyles({ [name]: true }),
  });
  const turn = (name: "heading" | "list" | "task", icon: Icon, wanted: NoteBlock): Tool => {
    const isOn = block.type === wanted.type;
    const run = () => void editor.updateBlock(block.id, isOn ? { type: "paragraph" } : wanted);
    return { name: t(`editor.tools.${name}`), icon, isOn, run };
  };
  const act = (name: "indent" | "outdent" | "link" | "undo" | "redo", icon: Icon, run: () => void): Tool => ({
    name: t(`editor.tools.${name}`),
    icon,
    run,
  });
  return [
    style("bold", IconBold),
    style("italic", IconItalic),
    turn("heading", IconHeading, { type: "heading", props: { level: 2 } }),
    turn("list", IconList, { type: "bulletListItem" }),
    turn("task", IconCheckbox, { type: "checkListItem" }),
    act("indent", IconIndentIncrease, () => editor.canNestBlock() && editor.nestBlock()),
    act("outdent", IconIndentDecrease, () => editor.canUnnestBlock() && editor.unnestBlock()),
    act("link", IconLink, () => openMenu(editor.prosemirrorView, "[[")),
    act("undo", IconArrowBackUp, () => editor.undo()),
    act("redo", IconArrowForwardUp, () => editor.redo()),
  ];
}

function useFocusIn(editor: NoteEditor): boolean {
  const [isIn, set] = useState(() => editor.isFocused());
  useEffect(() => editor.onFocusChange((_, { focused }) => set(focused)), [editor]);
  return isIn;
}

/** How far the top of the on-screen keyboard is from the bottom of the page. */
function useKeyboardTop(): number {
  const [bottom, set] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => set(Math.max(0, innerHeight - view.height - view.offsetTop));
    measure();
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
    };
  }, []);
  return bottom;
}
