/** What the app begins with, and what notes need; `i18n/index.ts` names the areas that come later. */

import common from "./common";
import editor from "./editor";
import notes from "./notes";
import notifications from "./notifications";
import rooms from "./rooms";
import saving from "./saving";
import sharing from "./sharing";
import shell from "./shell";
import sidePanel from "./sidePanel";

export default {
  sidePanel,
  common,
  editor,
  notes,
  notifications,
  rooms,
  saving,
  sharing,
  shell,
};
