/** What the app begins with, and what notes need; `words/index.ts` names the areas that come later. */
import around from "./around";
import common from "./common";
import editor from "./editor";
import notes from "./notes";
import notified from "./notified";
import rooms from "./rooms";
import saving from "./saving";
import sharing from "./sharing";
import shell from "./shell";

export default {
  around,
  common,
  editor,
  notes,
  notified,
  rooms,
  saving,
  sharing,
  shell,
};
