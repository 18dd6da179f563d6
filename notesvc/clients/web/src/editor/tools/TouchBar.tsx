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
  IconHighlight,
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
import { outdentBlocks } from "../keys/lists";
import { openMenu } from "../menus/plugin";
import { type Act, actsOf } from "./blockActs";
import { Caption } from "./Caption";
import { highlight } from "./highlight";
import { canTurn, KINDS_TO_BE, turnInto } from "./turnInto";
import "./touch-bar.css";

interface Tool {
  name: string;
  icon: Icon;
  isOn?: boolean;
  run: () => void;
}

/** What is open above the bar. */
type Open = "acts" | "kinds" | "caption" | null;

export function TouchBar() {
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  const isWriting = useFocusIn(editor);
  const bottom = useKeyboardTop();
  const [open, setOpen] = useState<Open>(null);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEditorSelectionChange(again, editor as never);
  const noteId = useContext(WorkspaceOfNote)?.noteId ?? "";
  // The caption has the focus while it is written.
  if (!isWriting && open !== "caption") return null;
  const press = (run: () => void) => () => {
    run();
    again();
  };
  return (
    <div className="touch-bar" style={{ insetBlockEnd: bottom }}>
      {open === "caption" && <Caption editor={editor} close={() => setOpen(null)} />}
      {(open === "acts" || open === "kinds") && (
        <section
          className="touch-acts"
          aria-label={t(open === "kinds" ? "editor.tools.turnInto" : "editor.tools.block")}
        >
          {actsIn(open, setOpen, editor, noteId).map(({ name, run }) => (
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
          aria-expanded={open !== null}
          onPointerDown={stay}
          onClick={() => setOpen(open === null ? "acts" : null)}
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

/** What may be done to the block with the caret, or what it may become. */
function actsIn(open: Open, show: (what: Open) => void, editor: NoteEditor, noteId: string): Act[] {
  const { block } = editor.getTextCursorPosition();
  const mayTurn = canTurn(block as never);
  if (open === "kinds" && mayTurn)
    return KINDS_TO_BE.map((kind) => ({
      name: t(`editor.slash.${kind}`),
      run: () => {
        turnInto(editor, block.id, kind);
        show(null);
      },
    }));
  const ask = { name: t("editor.tools.assist"), run: () => assist.open({ noteId, scope: "marked" }) };
  const turn = { name: t("editor.tools.turnInto"), run: () => show("kinds") };
  return [
    ...(assist.isOffered(noteId) ? [ask] : []),
    ...(mayTurn ? [turn] : []),
    ...actsOf(editor, () => show("caption")),
  ];
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
  type Other = "highlight" | "indent" | "outdent" | "link" | "undo" | "redo";
  const act = (name: Other, icon: Icon, run: () => void): Tool => ({
    name: t(`editor.tools.${name}`),
    icon,
    run,
  });
  // A picture has no words.
  const ofWords = () => [
    style("bold", IconBold),
    style("italic", IconItalic),
    act("highlight", IconHighlight, () => highlight(editor.prosemirrorView)),
    turn("heading", IconHeading, { type: "heading", props: { level: 2 } }),
    turn("list", IconList, { type: "bulletListItem" }),
    turn("task", IconCheckbox, { type: "checkListItem" }),
    act("link", IconLink, () => openMenu(editor.prosemirrorView, "[[")),
  ];
  return [
    ...(block.content === undefined ? [] : ofWords()),
    act("indent", IconIndentIncrease, () => editor.canNestBlock() && editor.nestBlock()),
    act("outdent", IconIndentDecrease, () => editor.canUnnestBlock() && outdentBlocks(editor)),
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
