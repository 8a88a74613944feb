import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
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

/** The files that take longest begin first, so that none of them is left to run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /e2e\/(?:crash|runtimes)\.test/.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The suffix names what a test needs: plain, a database, the real CLIs, a browser. */
export default defineConfig({
  test: {
    // Left to itself, vitest keeps a core free, and of two that is half the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
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
