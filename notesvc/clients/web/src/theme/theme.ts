/** Mantine in our colours: it takes them from tokens.css and adds none of its own. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const accent = Array.from({ length: 10 }, () => "var(--accent)") as unknown as MantineColorsTuple;

export const theme = createTheme({
  fontFamily: "var(--font-sans)",
  fontFamilyMonospace: "var(--font-mono)",
  primaryColor: "accent",
  colors: { accent },
  defaultRadius: 6,
  cursorType: "pointer",
  respectReducedMotion: true,
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: { fontFamily: "var(--font-sans)", fontWeight: "600" },
  components: {
    Button: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Menu: {
      defaultProps: {
        shadow: "none",
        transitionProps: { duration: 90 },
        withInitialFocusPlaceholder: false,
        // In the landmark of its button.
        withinPortal: false,
      },
    },
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } },
    // The page never scrolls as a whole; the lock would write a style element that the policy forbids.
    Modal: {
      defaultProps: {
        centered: false,
        transitionProps: { duration: 110 },
        radius: 10,
        lockScroll: false,
        overlayProps: { backgroundOpacity: 0.32 },
      },
    },
    // The page has one banner; a dialog's head is none.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Drawer: { defaultProps: { transitionProps: { duration: 110 }, lockScroll: false } },
    Tooltip: { defaultProps: { openDelay: 500, withArrow: false, transitionProps: { duration: 80 } } },
  },
});

const shared = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-quiet)",
  "--mantine-color-placeholder": "var(--ink-faint)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-error": "var(--danger)",
  "--mantine-color-default": "var(--paper-float)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "color-mix(in oklch, var(--accent) 88%, var(--ink))",
  "--mantine-primary-color-contrast": "var(--accent-ink)",
  "--mantine-primary-color-light": "var(--accent-soft)",
  "--mantine-primary-color-light-hover": "var(--accent-soft)",
  "--mantine-primary-color-light-color": "var(--accent)",
  "--mantine-color-accent-filled": "var(--accent)",
  "--mantine-color-accent-filled-hover": "color-mix(in oklch, var(--accent) 88%, var(--ink))",
  "--mantine-color-accent-light": "var(--accent-soft)",
  "--mantine-color-accent-light-hover": "var(--accent-soft)",
  "--mantine-color-accent-light-color": "var(--accent)",
  "--mantine-color-accent-text": "var(--accent)",
  "--mantine-color-accent-outline": "var(--accent)",
  "--mantine-color-red-filled": "var(--danger)",
  "--mantine-color-red-light": "var(--danger-soft)",
  "--mantine-color-red-light-color": "var(--danger)",
  "--mantine-color-white": "var(--accent-ink)",
  // Borders of fields.
  "--mantine-color-gray-4": "var(--line-strong)",
};

// What Mantine paints fields, menus and their lines with in the dark.
const dark = {
  ...shared,
  "--mantine-color-dark-6": "var(--paper-float)",
  "--mantine-color-dark-5": "var(--hover)",
  "--mantine-color-dark-4": "var(--line-strong)",
};

export const variables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark });
