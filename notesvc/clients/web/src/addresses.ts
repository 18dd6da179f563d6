/** Signs of a match that stand in an address. */
const LONGEST_MATCH = 80;

/** Where a search met a note: what is marked, and the text that comes after it there: the same words may stand elsewhere before. */
export interface Match {
  words: string;
  after: string;
}

/** Where everything is shown; `web/pages.py` of the service lists the same. */
export const to = {
  home: "/",
  note: (id: string, anchor?: string) => `/notes/${id}${anchor ? `#${encodeURIComponent(anchor)}` : ""}`,
  match: (id: string, match: Match | null) => `/notes/${id}${match ? `?${matchParameters(match)}` : ""}`,
  folder: (id: string) => `/folders/${id}`,
  search: (q = "") => (q ? `/search?q=${encodeURIComponent(q)}` : "/search"),
  ask: (question = "") => (question ? `/ask?q=${encodeURIComponent(question)}` : "/ask"),
  recents: "/recents",
  favourites: "/favourites",
  shared: "/shared",
  publicLinks: "/shared?show=links",
  notifications: "/notifications",
  journal: (date = "") => (date ? `/journal/${date}` : "/journal"),
  tags: "/tags",
  tag: (tag: string) => `/tags/${tag.split("/").map(encodeURIComponent).join("/")}`,
  people: "/people",
  person: (id: string) => `/people/${id}`,
  graph: "/graph",
  reports: "/reports",
  trash: "/trash",
  import: "/import",
  /** What an import has brought in. */
  report: (importId: string) => `/import?report=${importId}`,
  clip: "/clip",
  settings: (section?: string) => (section === undefined ? "/settings" : `/settings/${section}`),
  signIn: (next = "") => (next && next !== "/" ? `/sign-in?next=${encodeURIComponent(next)}` : "/sign-in"),
  register: "/register",
  verifyEmail: "/verify-email",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  proven: "/proven",
  device: (code = "") => (code ? `/device?user_code=${encodeURIComponent(code)}` : "/device"),
  admin: (section?: string) => (section === undefined ? "/admin" : `/admin/${section}`),
};

/** A page before signing in that also holds where to go afterwards. */
export const onwards = (path: string, next: string): string =>
  next === to.home ? path : `${path}?next=${encodeURIComponent(next)}`;

/** The address if it is one of this app, else the start: `next` comes from outside (O6). */
export function localPath(next: string | null): string {
  if (next === null || /[\u0000-\u0020\\]/.test(next)) return to.home;
  let plain: string;
  try {
    plain = decodeURIComponent(next);
  } catch {
    return to.home;
  }
  const isLocal = (path: string) => /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\\]/.test(path);
  if (!isLocal(next) || !isLocal(plain)) return to.home;
  const there = new URL(next, location.origin);
  return there.origin === location.origin && !there.pathname.startsWith("//")
    ? `${there.pathname}${there.search}${there.hash}`
    : to.home;
}

/** The match that the address asks for, and the address's parameters for one. */
export function askedMatch(search: string): Match | null {
  const asked = new URLSearchParams(search);
  const words = cutAtWord(asked.get("match") ?? "").trim();
  return words ? { words, after: cutAtWord(asked.get("after") ?? "") } : null;
}

export const matchParameters = ({ words, after }: Match): string =>
  new URLSearchParams(after ? { match: words, after } : { match: words }).toString();

/** No more than a line, with whole words where there are any. */
export function cutAtWord(text: string): string {
  if (text.length <= LONGEST_MATCH) return text;
  const end = text.lastIndexOf(" ", LONGEST_MATCH);
  return text.slice(0, end > 0 ? end : LONGEST_MATCH);
}
