/** Colours for code. Engine and grammars are loaded when the first block of a language is shown. */
import type {
  GrammarState,
  HighlighterCore,
  LanguageRegistration,
  RegexEngine,
  ThemedToken,
} from "shiki/core";
import { untilFetched } from "../untilFetched";
import { warmUp } from "./warmUp";

export interface Part {
  text: string;
  colour: string | undefined;
  isItalic: boolean;
}
export type Line = Part[];
export type { GrammarState };
/** The colours of one line, and how the grammar stands behind it. */
export interface LineAndAfter {
  parts: Line;
  after: GrammarState | undefined;
}
export type ColourLine = (line: string, before: GrammarState | undefined) => LineAndAfter;

/** Behind the grammars of the languages that may stand within it. */
type Grammar = { default: LanguageRegistration[] };
type Language = [name: string, load: () => Promise<Grammar>, ...others: string[]];

/** Longer code is shown plain: colouring it would hold up the page. */
export const LONGEST = 60_000;
/** A line is coloured in one go. No time is too long for it: stopped within a line, as Shiki does by itself, the first
 * one of a language would stay without its colours on a slow device. */
const LINES = { tokenizeTimeLimit: 0, tokenizeMaxLineLength: 5_000 };

const LANGUAGES: Record<string, Language> = {
  bash: ["Shell", () => import("@shikijs/langs/bash"), "sh", "shell", "zsh", "console", "shellscript"],
  c: ["C", () => import("@shikijs/langs/c"), "h"],
  clojure: ["Clojure", () => import("@shikijs/langs/clojure"), "clj"],
  cpp: ["C++", () => import("@shikijs/langs/cpp"), "c++", "cc", "hpp"],
  csharp: ["C#", () => import("@shikijs/langs/csharp"), "cs", "c#"],
  css: ["CSS", () => import("@shikijs/langs/css")],
  dart: ["Dart", () => import("@shikijs/langs/dart")],
  diff: ["Diff", () => import("@shikijs/langs/diff"), "patch"],
  docker: ["Dockerfile", () => import("@shikijs/langs/docker"), "dockerfile"],
  elixir: ["Elixir", () => import("@shikijs/langs/elixir"), "ex"],
  go: ["Go", () => import("@shikijs/langs/go"), "golang"],
  graphql: ["GraphQL", () => import("@shikijs/langs/graphql"), "gql"],
  haskell: ["Haskell", () => import("@shikijs/langs/haskell"), "hs"],
  html: ["HTML", () => import("@shikijs/langs/html"), "htm"],
  ini: ["INI", () => import("@shikijs/langs/ini"), "conf", "properties"],
  java: ["Java", () => import("@shikijs/langs/java")],
  javascript: ["JavaScript", () => import("@shikijs/langs/javascript"), "js", "mjs", "cjs", "node"],
  json: ["JSON", () => import("@shikijs/langs/json"), "jsonc", "json5"],
  jsx: ["JSX", () => import("@shikijs/langs/jsx")],
  julia: ["Julia", () => import("@shikijs/langs/julia"), "jl"],
  kotlin: ["Kotlin", () => import("@shikijs/langs/kotlin"), "kt"],
  latex: ["LaTeX", () => import("@shikijs/langs/latex"), "tex"],
  lua: ["Lua", () => import("@shikijs/langs/lua")],
  make: ["Makefile", () => import("@shikijs/langs/make"), "makefile"],
  markdown: ["Markdown", () => import("@shikijs/langs/markdown"), "md"],
  nix: ["Nix", () => import("@shikijs/langs/nix")],
  perl: ["Perl", () => import("@shikijs/langs/perl"), "pl"],
  php: ["PHP", () => import("@shikijs/langs/php")],
  powershell: ["PowerShell", () => import("@shikijs/langs/powershell"), "ps1", "pwsh"],
  python: ["Python", () => import("@shikijs/langs/python"), "py", "python3"],
  r: ["R", () => import("@shikijs/langs/r")],
  ruby: ["Ruby", () => import("@shikijs/langs/ruby"), "rb"],
  rust: ["Rust", () => import("@shikijs/langs/rust"), "rs"],
  scala: ["Scala", () => import("@shikijs/langs/scala")],
  scss: ["SCSS", () => import("@shikijs/langs/scss"), "sass"],
  sql: ["SQL", () => import("@shikijs/langs/sql"), "postgres", "mysql", "sqlite"],
  swift: ["Swift", () => import("@shikijs/langs/swift")],
  toml: ["TOML", () => import("@shikijs/langs/toml")],
  tsx: ["TSX", () => import("@shikijs/langs/tsx")],
  typescript: ["TypeScript", () => import("@shikijs/langs/typescript"), "ts"],
  vue: ["Vue", () => import("@shikijs/langs/vue")],
  xml: ["XML", () => import("@shikijs/langs/xml"), "svg"],
  yaml: ["YAML", () => import("@shikijs/langs/yaml"), "yml"],
  zig: ["Zig", () => import("@shikijs/langs/zig")],
};

const BY_NAME = new Map(
  Object.entries(LANGUAGES).flatMap(([id, [, , ...others]]) => [id, ...others].map((name) => [name, id])),
);

/** The languages that code can be coloured in, by their names. */
export const languages: readonly { id: string; name: string }[] = Object.entries(LANGUAGES).map(
  ([id, [name]]) => ({ id, name }),
);

/** The grammar's id for a language as it is written behind a fence. */
export const languageId = (language: string): string | undefined =>
  BY_NAME.get(language.trim().toLowerCase());

export function languageName(language: string): string {
  const id = languageId(language);
  return (id && LANGUAGES[id]?.[0]) || (/^(text|plain|none)$/i.test(language) ? "" : language);
}

interface Engine {
  core: HighlighterCore;
  regex: RegexEngine;
}
let engine: Promise<Engine> | null = null;
const ready = new Map<string, Promise<HighlighterCore>>();

/** The one highlighter of the page, without any grammar at first. */
export async function highlighter(): Promise<HighlighterCore> {
  engine ??= start();
  return (await engine).core;
}

/** The same with the grammar of a language, by its id; throws where there is none. */
export function withGrammar(id: string): Promise<HighlighterCore> {
  const coming = ready.get(id) ?? load(id);
  ready.set(id, coming);
  return coming;
}

async function load(id: string): Promise<HighlighterCore> {
  const fetch = LANGUAGES[id]?.[1];
  if (fetch === undefined) throw new Error(id);
  engine ??= start();
  const [{ core, regex }, { default: grammars }] = await Promise.all([engine, untilFetched(fetch)]);
  const own = grammars.at(-1);
  if (own !== undefined) await warmUp(regex, own);
  await core.loadLanguage(grammars);
  return core;
}

/** The lines in colours; null for a language without a grammar here. */
export async function colours(text: string, language: string): Promise<Line[] | null> {
  const id = languageId(language);
  if (id === undefined || text.length > LONGEST) return null;
  const core = await withGrammar(id);
  const { tokens } = core.codeToTokens(text, { lang: id, theme: "notes" });
  return tokens.map((line) => line.map(partOf));
}

/** What colours a language line by line, so that a change costs the lines that it is about. */
export async function colourLine(id: string): Promise<ColourLine> {
  const core = await withGrammar(id);
  return (line, before) => {
    const given = before === undefined ? {} : { grammarState: before };
    const { tokens, grammarState } = core.codeToTokens(line, { lang: id, theme: "notes", ...given });
    return { parts: (tokens[0] ?? []).map(partOf), after: grammarState };
  };
}

const partOf = ({ content, color, fontStyle }: ThemedToken): Part => ({
  text: content,
  colour: color || undefined,
  isItalic: ((fontStyle ?? 0) & 1) === 1,
});

async function start(): Promise<Engine> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] =
    await untilFetched(() => Promise.all([import("shiki/core"), import("shiki/engine/javascript")]));
  const theme = createCssVariablesTheme({ name: "notes", variablePrefix: "--code-", fontStyle: true });
  const regex = createJavaScriptRegexEngine({ forgiving: true });
  const core = await createHighlighterCore({ themes: [theme], langs: [], engine: regex });
  const codeToTokens: HighlighterCore["codeToTokens"] = (text, options) =>
    core.codeToTokens(text, { ...options, ...LINES });
  return { core: { ...core, codeToTokens }, regex };
}
