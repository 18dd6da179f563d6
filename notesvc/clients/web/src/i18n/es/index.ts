/** What the app begins with, and what notes need; then the areas that come later, with the pages that need them. */

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

export const areas = {
  account: () => import("./account"),
  admin: () => import("./admin"),
  ai: () => import("./ai"),
  device: () => import("./device"),
  pages: () => import("./pages"),
  providers: () => import("./providers"),
  settings: () => import("./settings"),
  shares: () => import("./shares"),
  storage: () => import("./storage"),
};
