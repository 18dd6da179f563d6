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
} from "@blocknote/react";
import { IconPlus } from "@tabler/icons-react";
import { t } from "../../i18n";
import type { NoteEditor } from "../blocks/schema";
import { openMenu } from "../menus/plugin";
import { type Bare, withoutIds } from "./bare";
import { copyMarkdown } from "./copying";

export function NoteSideMenu() {
  return (
    <SideMenu>
      <AddBlock />
      <DragHandleButton dragHandleMenu={BlockMenu} />
    </SideMenu>
  );
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
  const copy = () => {
    const { id: _, ...rest } = editor.getBlock(block.id) as { id: string };
    editor.insertBlocks([withoutIds(rest as Bare) as never], block.id, "after");
  };
  return (
    <DragHandleMenu>
      <Components.Generic.Menu.Item className="bn-menu-item" onClick={copy}>
        {t("editor.tools.duplicate")}
      </Components.Generic.Menu.Item>
      <Components.Generic.Menu.Item
        className="bn-menu-item"
        onClick={() => void copyMarkdown([editor.getBlock(block.id) as never])}
      >
        {t("editor.tools.copyMarkdown")}
      </Components.Generic.Menu.Item>
      <TableRowHeaderItem>{t("editor.tools.headerRow")}</TableRowHeaderItem>
      <TableColumnHeaderItem>{t("editor.tools.headerColumn")}</TableColumnHeaderItem>
      <RemoveBlockItem>{t("editor.tools.delete")}</RemoveBlockItem>
    </DragHandleMenu>
  );
}
