import { defineConfig, mergeConfig } from "vitest/config";
import app from "./vite.config.ts";

export default mergeConfig(
  app,
  defineConfig({
    test: {
      environment: "node",
      include: ["test/**/*.test.{ts,tsx}"],
      setupFiles: ["test/allWords.ts"],
      restoreMocks: true,
      // What hangs ends; a busy machine ends nothing.
      testTimeout: 60_000,
    },
  }),
);
