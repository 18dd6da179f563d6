/** The browser's own routines, under the name that each browser gives them. */
export const browser: typeof chrome =
  (globalThis as unknown as { browser?: typeof chrome }).browser ?? globalThis.chrome;

/** Whether this is Firefox, which alone has a side bar of its own kind. */
export const hasSidebar = "sidebarAction" in browser;
