/** What stands beside a block: add one below, take hold of this one. */
import { SideMenuExtension } from "@blocknote/core/extensions";
import {
  DragHandleButton,
  DragHandleMenu,
  RemoveBlockItem,
  SideMenu,
  TableColumnHeaderItem,
  TableRowHeaderItem,
  useBlockNoteEditor,
  useComponentsContext,
  useExtensionState,
  usePortalElement,
} from "@blocknote/react";
import { IconPlus } from "@tabler/icons-react";
import { useContext } from "react";
import { t } from "../../i18n";
import { copyLink, type LinkCopy } from "../anchorLink";
import { WorkspaceOfNote } from "../blocks/contexts";
import type { NoteEditor } from "../blocks/schema";
import { openMenu } from "../menus/plugin";
import { anchorOf, canBeNamed, headingAnchor, headingOver } from "./blockAnchor";
import { copyMarkdown } from "./copying";
import { duplicate } from "./duplicate";
import { canTurn, KINDS_TO_BE, turnInto } from "./turnInto";

export function NoteSideMenu() {
  const editor = useBlockNoteEditor();
  // BlockNote takes the focus away, and the keys with it: what was moved could not be taken back.
  const goOn = () => {
    if (document.activeElement === document.body) editor.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: presses on their way up from the buttons
    <div onMouseDown={holdStill} onDragEnd={goOn}>
      <SideMenu>
        <AddBlock />
        <DragHandleButton dragHandleMenu={BlockMenu} />
      </SideMenu>
    </div>
  );
}

/** The menu stays beside the block that is pressed, over whichever the pointer comes before the drag begins. */
function holdStill(): void {
  const held = new AbortController();
  const options = { capture: true, signal: held.signal };
  const stay = (event: MouseEvent) => {
    event.stopPropagation();
    // It was let go outside the window.
    if (event.buttons === 0) held.abort();
  };
  addEventListener("mousemove", stay, options);
  for (const kind of ["mouseup", "dragstart"]) addEventListener(kind, () => held.abort(), options);
}

function useBlockBeside() {
  const editor = useBlockNoteEditor() as unknown as NoteEditor;
  const block = useExtensionState(SideMenuExtension, {
    editor: editor as never,
    selector: (state) => state?.block,
  });
  return { editor, block };
}

function AddBlock() {
  const Components = useComponentsContext()!;
  const { editor, block } = useBlockBeside();
  if (block === undefined) return null;
  const add = () => {
    const isEmpty = Array.isArray(block.content) && block.content.length === 0;
    const target = isEmpty ? block : editor.insertBlocks([{ type: "paragraph" }], block.id, "after")[0];
    if (target === undefined) return;
    editor.setTextCursorPosition(target.id);
    openMenu(editor.prosemirrorView, "/");
  };
  return (
    <Components.SideMenu.Button
      className="bn-button"
      label={t("editor.tools.addBlock")}
      icon={<IconPlus size={18} stroke={1.5} onClick={add} />}
    />
  );
}

function BlockMenu() {
  const Components = useComponentsContext()!;
  const { editor, block } = useBlockBeside();
  if (block === undefined) return null;
  return (
    <DragHandleMenu>
      {canTurn(block as never) && <TurnInto editor={editor} id={block.id} />}
      <Components.Generic.Menu.Item className="bn-menu-item" onClick={() => duplicate(editor, block.id)}>
        {t("editor.tools.duplicate")}
      </Components.Generic.Menu.Item>
      <Components.Generic.Menu.Item
        className="bn-menu-item"
        onClick={() => void copyMarkdown([editor.getBlock(block.id) as never])}
      >
        {t("editor.tools.copyMarkdown")}
      </Components.Generic.Menu.Item>
      <LinkItems editor={editor} block={block} />
      <TableRowHeaderItem>{t("editor.tools.headerRow")}</TableRowHeaderItem>
      <TableColumnHeaderItem>{t("editor.tools.headerColumn")}</TableColumnHeaderItem>
      <RemoveBlockItem>{t("editor.tools.delete")}</RemoveBlockItem>
    </DragHandleMenu>
  );
}

/** A link to the block; what is or stands under a heading has its address, too. */
function LinkItems({
  editor,
  block: { id, type },
}: {
  editor: NoteEditor;
  block: { id: string; type: string };
}) {
  const Components = useComponentsContext()!;
  const workspace = useContext(WorkspaceOfNote);
  const heading = headingOver(editor.document as never, id);
  const ofHeading = () => headingAnchor(editor, id);
  const block = editor.getBlock(id);
  if (!workspace?.noteId || block === undefined) return null;
  const item = (as: LinkCopy, name: string, anchor: () => string | undefined) => (
    <Components.Generic.Menu.Item
      className="bn-menu-item"
      onClick={() => void copyLink(workspace, anchor(), as)}
    >
      {name}
    </Components.Generic.Menu.Item>
  );
  const isNamed = canBeNamed(block as never);
  return (
    <>
      {isNamed && type === "heading" && item("heading", t("editor.tools.headingLink"), ofHeading)}
      {isNamed &&
        type !== "heading" &&
        item("block", t("editor.tools.blockLink"), () => anchorOf(editor, id))}
      {heading !== undefined && item("address", t("editor.tools.headingAddress"), ofHeading)}
    </>
  );
}

function TurnInto({ editor, id }: { editor: NoteEditor; id: string }) {
  const Components = useComponentsContext()!;
  const portalElement = usePortalElement();
  return (
    <Components.Generic.Menu.Root position="right" sub={true} portalElement={portalElement}>
      <Components.Generic.Menu.Trigger sub={true}>
        <Components.Generic.Menu.Item className="bn-menu-item" subTrigger={true}>
          {t("editor.tools.turnInto")}
        </Components.Generic.Menu.Item>
      </Components.Generic.Menu.Trigger>
      <Components.Generic.Menu.Dropdown sub={true} className="bn-menu-dropdown">
        {KINDS_TO_BE.map((kind) => (
          <Components.Generic.Menu.Item
            key={kind}
            className="bn-menu-item"
            onClick={() => turnInto(editor, id, kind)}
          >
            {t(`editor.slash.${kind}`)}
          </Components.Generic.Menu.Item>
        ))}
      </Components.Generic.Menu.Dropdown>
    </Components.Generic.Menu.Root>
  );
}
