/** The app's theme as Mantine's variables, written once: written by the app as it starts, they would style the page anew. */
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import type { Plugin } from "vite";
import { theme, variables } from "./src/theme/theme.ts";

const NAME = "virtual:mantine-variables.css";

export function mantineVariables(): Plugin {
  return {
    name: "mantine-variables",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? styles() : undefined),
  };
}

function styles(): string {
  const ours = mergeMantineTheme(DEFAULT_THEME, theme);
  const all = deepMerge(defaultCssVariablesResolver(ours), variables(ours));
  const usual = defaultCssVariablesResolver(DEFAULT_THEME);
  // What is as usual stands in Mantine's own styles.
  const other = (part: keyof typeof usual) => {
    const before = new Map(Object.entries(usual[part]));
    return Object.fromEntries(Object.entries(all[part]).filter(([name, value]) => before.get(name) !== value));
  };
  return convertCssVariables({ variables: other("variables"), light: other("light"), dark: other("dark") });
}
