import { readFileSync } from "node:fs";
import { correction, generate, mode } from "lean-qr";
import { describe, expect, it } from "vitest";
import { type FolderBranch, Problem } from "../../src/api";
import { changesOf, dayOf, endOf, errorsIn, refusalAt, settingsOf } from "../../src/sharing/links/fields";
import { type Filter, filtered } from "../../src/sharing/links/overview";
import { drawn } from "../../src/sharing/links/QrCode";
import { mostOf, sources, totalOf } from "../../src/sharing/links/viewing";
import { errorOfFreeze, factsOf, shownAs } from "../../src/sharing/links/words";
import { publicFolder, publicIn } from "../../src/state/public";
import type { Share } from "../../src/state/shares";
import { middayOf } from "../../src/ui/DayChart";

const SHARE: Share = {
  id: "0192f0c1-2345-7000-8000-000000000001",
  url: "https://notes.example.org/s/garden",
  kind: "site",
  noteId: null,
  folderId: "0192f0c1-2345-7000-8000-000000000002",
  title: "Garden",
  slug: "garden",
  hasPassword: false,
  expiresAt: null,
  viewLimit: null,
  viewsLeft: null,
  robots: false,
  theme: "paper",
  mayBeLinked: false,
  feed: true,
  frozenAt: "2026-11-20T10:00:00.000Z",
  isStale: false,
  changes: 0,
  freezing: null,
  pages: 3,
  heldFiles: 0,
  views: 12,
  state: "active",
  inTrash: false,
  createdAt: "2026-11-20T10:00:00.000Z",
  revokedAt: null,
  warnings: [],
};

describe("what is set of a link", () => {
  const before = settingsOf(SHARE);

  it("is sent only where it was changed", () => {
    expect(changesOf(SHARE, before)).toEqual({});
    expect(changesOf(SHARE, { ...before, password: "abcd", theme: "book", robots: true })).toEqual({
      password: "abcd",
      theme: "book",
      robots: true,
    });
  });

  it("ends with its last day, and an empty field takes end and limit away", () => {
    const limited = { ...SHARE, expiresAt: endOf("2026-12-24"), viewLimit: 20, viewsLeft: 3 };
    const held = settingsOf(limited);
    expect([held.end, held.limit]).toEqual(["2026-12-24", "20"]);
    expect(changesOf(limited, { ...held, end: "", limit: "" })).toEqual({ expiresAt: null, viewLimit: null });
    expect(dayOf(new Date(endOf("2026-12-24") ?? ""))).toBe("2026-12-24");
  });

  it("is looked at before it is sent, field by field", () => {
    const wrong = { ...before, password: "abc", end: "2026-11-19", limit: "1.5", slug: "A" };
    expect(Object.keys(errorsIn(SHARE, wrong, "2026-11-20"))).toEqual(["password", "end", "limit", "slug"]);
    const right = { ...before, password: "abcd", end: "2026-11-20", limit: "1000000", slug: "my-garden" };
    expect(errorsIn(SHARE, right, "2026-11-20")).toEqual({});
  });

  it("says nothing of an end that has come, where it is left as it is", () => {
    const over = { ...SHARE, expiresAt: "2026-01-01T10:00:00.000Z", state: "expired" as const };
    expect(errorsIn(over, { ...settingsOf(over), robots: true }, "2026-11-20")).toEqual({});
  });

  it("is refused at its field", () => {
    expect(refusalAt(new Problem(409, "name_taken", "")).slug).toBe("This address is taken.");
    const fields = [{ field: "expiresAt", message: "must be in the future" }];
    expect(Object.keys(refusalAt(new Problem(422, "invalid_input", "", fields)))).toEqual(["end"]);
    expect(Object.keys(refusalAt(new Problem(0, "unreachable", "")))).toEqual(["form"]);
  });
});

describe("what is said of a link", () => {
  it("is public only while its address shows something", () => {
    expect(shownAs(SHARE)).toBe("active");
    expect(shownAs({ ...SHARE, inTrash: true })).toBe("trash");
    expect(shownAs({ ...SHARE, frozenAt: null })).toBe("freezing");
    expect(shownAs({ ...SHARE, state: "used_up", inTrash: true })).toBe("used_up");
  });

  it("names what there is and nothing else", () => {
    expect(factsOf(SHARE)).toHaveLength(3);
    const told = factsOf({ ...SHARE, hasPassword: true, viewLimit: 9, viewsLeft: 1, heldFiles: 2 });
    expect(told.slice(3)).toEqual([
      "Password",
      "1 view left",
      "holds 2 files that your notes no longer have",
    ]);
  });

  it("tells when the next freeze is possible, and that there are too many links", () => {
    expect(errorOfFreeze(new Problem(429, "rate_limited", "", [], 120))).toContain("in 2 minutes");
    const full = [{ field: "", message: "there are 1000 public links already: revoke some first" }];
    expect(errorOfFreeze(new Problem(422, "invalid_input", "", full))).toContain("Revoke some");
  });
});

describe("the views of a link", () => {
  const days = [
    { date: "2026-11-19", views: 5, referrers: [{ host: "b.example", views: 2 }] },
    {
      date: "2026-11-20",
      views: 4,
      referrers: [
        { host: "a.example", views: 2 },
        { host: "b.example", views: 1 },
      ],
    },
  ];

  it("are summed by host, those without one last", () => {
    expect(sources(days)).toEqual([
      ["b.example", 3],
      ["a.example", 2],
      ["", 4],
    ]);
    expect([totalOf(days), mostOf(days), mostOf([])]).toEqual([9, 5, 0]);
  });

  it("are of days of the service", () => {
    expect(middayOf("2026-11-20").toISOString()).toBe("2026-11-20T12:00:00.000Z");
  });
});

describe("the QR code of an address", () => {
  // They fill a code to its last byte: what pads others is up to the encoder, and no camera reads it.
  const examples = JSON.parse(readFileSync("test/sharing/qr.json", "utf8")) as {
    text: string;
    mask: 0 | 5;
    rows: string[];
  }[];

  it.each(examples)("is the one that another encoder makes: $text, mask $mask", ({ text, mask, rows }) => {
    const { size, get } = generate(text, {
      minCorrectionLevel: correction.M,
      maxCorrectionLevel: correction.M,
      mask,
      modes: [mode.ascii],
    });
    const made = rows.map((_, y) => rows.map((_, x) => (get(x, y) ? "1" : "0")).join(""));
    expect(size).toBe(rows.length);
    expect(made).toEqual(rows);
  });

  it("is drawn with all its dark modules and no others", () => {
    const { size, get } = generate("https://notes.example.org/s/x", { minCorrectionLevel: correction.M });
    const dark = new Set<string>();
    for (const [, x, y, length] of drawn("https://notes.example.org/s/x").path.matchAll(
      /M(\d+) (\d+)h(\d+)v1/g,
    ))
      for (let at = 0; at < Number(length); at++) dark.add(`${Number(x) + at} ${y}`);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) expect(dark.has(`${x} ${y}`)).toBe(Boolean(get(x, y)));
  });
});

describe("the sample of a theme", () => {
  it("has the colours and letters of the public pages", () => {
    const samples = readFileSync("src/theme/share-themes.css", "utf8");
    const valueIn = (css: string, name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(css)?.[1];
    for (const theme of ["paper", "book", "slate"]) {
      const page = readFileSync(`../../web/share_assets/${theme}.css`, "utf8");
      const [light = "", dark = ""] = page.split("@media");
      const block = theme === "paper" ? samples : samples.slice(samples.indexOf(`="${theme}"`));
      for (const name of ["paper", "ink", "accent"])
        expect(valueIn(block, `--sample-${name}`)).toBe(
          `light-dark(${valueIn(light, `--${name}`)}, ${valueIn(dark, `--${name}`)})`,
        );
    }
  });
});

describe("the overview", () => {
  const named = (title: string, some: Partial<Share> = {}): Share => ({
    ...SHARE,
    id: title,
    title,
    ...some,
  });
  const all = [
    named("Über uns", { slug: "about-us" }),
    named("Old", { state: "revoked" }),
    named("Plan", { isStale: true, changes: 2 }),
    named("Thrown away", { inTrash: true }),
    named("Party", { state: "expired" }),
    named("Large", { frozenAt: null }),
  ];
  const titles = (text: string, filter: Filter) => filtered(all, text, filter).map(({ title }) => title);

  it("shows what is revoked last, and the rest as it came", () => {
    expect(titles("", "all")).toEqual(["Über uns", "Plan", "Thrown away", "Party", "Large", "Old"]);
  });

  it("tells by state which links show something", () => {
    expect(titles("", "active")).toEqual(["Über uns", "Plan"]);
    expect(titles("", "stale")).toEqual(["Plan"]);
    expect(titles("", "closed")).toEqual(["Thrown away", "Party", "Old"]);
  });

  it("finds titles without their accents, and names of addresses", () => {
    expect(titles(" uber", "all")).toEqual(["Über uns"]);
    expect(titles("ABOUT", "all")).toEqual(["Über uns"]);
    expect(titles("zzz", "all")).toEqual([]);
  });
});

describe("the marks of what is public", () => {
  const folder = (id: string, parentId: string | null) => ({ id, parentId, name: id }) as FolderBranch;

  it("are of notes and folders by whose links something is seen", () => {
    const shares = [
      { ...SHARE, noteId: "note", folderId: null },
      { ...SHARE, folderId: "folder" },
      { ...SHARE, folderId: "trashed", inTrash: true },
      { ...SHARE, folderId: "freezing", frozenAt: null },
    ];
    expect([...publicIn(shares)].sort()).toEqual(["folder", "note"]);
    expect(publicIn(shares)).toBe(publicIn(shares));
  });

  it("are also of notes in a public folder, however deep", () => {
    const folders = [folder("top", null), folder("middle", "top"), folder("deep", "middle")];
    expect(publicFolder("deep", new Set(["top"]), folders)?.id).toBe("top");
    expect(publicFolder("deep", new Set(["top", "middle"]), folders)?.id).toBe("middle");
    expect(publicFolder("top", new Set(["deep"]), folders)).toBeNull();
    expect(publicFolder(null, new Set(["top"]), folders)).toBeNull();
  });
});
