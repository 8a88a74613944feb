import { defineConfig } from "vitest/config";
import { PlainSummary } from "./plain-summary.ts";

const project = (
  name: string,
  include: string[],
  options: { exclude?: string[]; timeoutMs?: number } = {},
) => ({
  test: {
    name,
    environment: "node" as const,
    include,
    exclude: ["**/node_modules/**", ...(options.exclude ?? [])],
    testTimeout: options.timeoutMs ?? 10_000,
    hookTimeout: options.timeoutMs ?? 30_000,
  },
});

/** The suffix names what a test needs: plain, a database, the real CLIs, a browser. */
export default defineConfig({
  test: {
    reporters: ["default", new PlainSummary()],
    projects: [
      project("unit", ["{server,main,renderer,build}/**/*.test.{ts,tsx}"], {
        exclude: ["**/*.db.test.ts", "**/*.cli.test.ts"],
      }),
      project("db", ["server/**/*.db.test.ts", "test/migrations/**/*.test.ts"]),
      project("contract", ["test/contract/**/*.test.ts"], { timeoutMs: 30_000 }),
      project("arch", ["test/arch/**/*.test.ts"], { timeoutMs: 120_000 }),
      project("cli", ["server/**/*.cli.test.ts"], { timeoutMs: 120_000 }),
      project("e2e", ["test/e2e/**/*.test.ts"], { timeoutMs: 300_000 }),
    ],
  },
});
