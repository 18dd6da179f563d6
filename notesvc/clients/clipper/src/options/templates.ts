import { browser } from "../browser.ts";
import type { Mode } from "../compose.ts";
import { type Folder, read, type Template, write } from "../store/settings.ts";
import { byId, element } from "../ui/dom.ts";
import { words } from "../words/index.ts";

const said = words.options;
const MODES: Mode[] = ["article", "full", "link", "screenshot"];

/** The templates, each a small form; what is written is stored when a field is left. */
export async function showTemplates(): Promise<void> {
  byId("addTemplate").onclick = () => void add();
  const { templates, folders } = await read("templates", "folders");
  byId("templates").replaceChildren(...templates.map((template) => formOf(template, folders)));
}

async function add(): Promise<void> {
  const { folders } = await read("folders");
  const row = formOf({ match: "" }, folders);
  byId("templates").append(row);
  row.querySelector("input")?.focus();
}

// The folders come after the connection, while this page stands.
browser.storage.local.onChanged.addListener(({ folders }) => {
  if (!folders) return;
  for (const select of byId("templates").querySelectorAll<HTMLSelectElement>("[name=folderId]")) {
    select.replaceChildren(...folderOptions(folders.newValue as Folder[], select.value));
  }
});

function folderOptions(folders: readonly Folder[], chosen: string | undefined): HTMLElement[] {
  return [
    element("option", { value: "" }, words.top),
    ...folders.map(({ id, path }) => element("option", { value: id, selected: id === chosen }, path)),
  ];
}

function formOf(template: Template, folders: readonly Folder[]): HTMLElement {
  const modeOptions = MODES.map((mode) =>
    element("option", { value: mode, selected: mode === template.mode }, words.modes[mode]),
  );
  const remove = () => {
    row.remove();
    void store();
  };
  const properties = Object.entries(template.properties ?? {}).map(([name, text]) => `${name} = ${text}`);
  const row = element(
    "div",
    { class: "template", onchange: () => void store() },
    labelled(
      said.match,
      element("input", { class: "field", name: "match", value: template.match, dir: "ltr" }),
    ),
    labelled(
      said.tags,
      element("input", { class: "field", name: "tags", value: (template.tags ?? []).join(" ") }),
    ),
    labelled(
      said.folder,
      element("select", { class: "field", name: "folderId" }, ...folderOptions(folders, template.folderId)),
    ),
    labelled(said.mode, element("select", { class: "field", name: "mode" }, ...modeOptions)),
    labelled(said.body, element("textarea", { class: "field", name: "body" }, template.body), said.bodyHint),
    labelled(
      said.properties,
      element("textarea", { class: "field", name: "properties" }, properties.join("\n")),
      "",
    ),
    element("button", { type: "button", class: "text", onclick: remove }, said.removeTemplate),
  );
  return row;
}

function labelled(label: string, field: HTMLElement, hint?: string): HTMLElement {
  const note = hint ? element("span", { class: "quiet small" }, hint) : null;
  return element("label", hint === undefined ? {} : { class: "wide" }, label, field, note);
}

async function store(): Promise<void> {
  const rows = [...byId("templates").querySelectorAll<HTMLElement>(".template")];
  await write({ templates: rows.map(templateOf).filter(({ match }) => match !== "") });
  byId("saved").textContent = said.saved;
}

function templateOf(row: HTMLElement): Template {
  const written = (name: string) =>
    row.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? "";
  const lines = written("properties")
    .split("\n")
    .filter((line) => line.includes("="));
  const properties = lines.map((line) => [
    line.slice(0, line.indexOf("=")).trim(),
    line.slice(line.indexOf("=") + 1).trim(),
  ]);
  return {
    match: written("match"),
    folderId: written("folderId") || undefined,
    tags: written("tags")
      .split(/[\s,]+/)
      .map((tag) => tag.replace(/^#/, ""))
      .filter(Boolean),
    mode: written("mode"),
    body: written("body") || undefined,
    properties: Object.fromEntries(properties) as Record<string, string>,
  };
}
