import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PlainSummary } from "../build/test-runner/plain-summary.ts";
import { isLong, realCliTag, stages } from "../build/test-runner/stages.ts";
import { orderOfDay, timeLimit } from "../build/test-runner/time-limit.ts";
import { useTemporaryFolder } from "./temporary-folder.ts";

await useTemporaryFolder();

const project = (name: string, include: string[], options: { exclude?: string[]; timeoutMs: number }) => ({
  test: {
    name,
    environment: "node" as const,
    // The files of a worker share its modules, which takes a fifth off the whole run; each leaves the process as it was.
    isolate: false,
    setupFiles: ["restore-environment.ts", "time-limit.ts", "random-seed.ts", "record-examples.ts"].map(
      (name) => join(import.meta.dirname, name),
    ),
    include,
    exclude: ["**/node_modules/**", ...(options.exclude ?? [])],
    testTimeout: options.timeoutMs,
    hookTimeout: options.timeoutMs,
    // A limit ends what hangs and says nothing of speed; half of it leaves a poll the time to say what it waited for.
    expect: { poll: { timeout: options.timeoutMs / 2 } },
  },
});

/** Project by project, since a worker keeps its modules for the next file of the same project. Long files come first. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      stages.findIndex((stage) => stage.project === project.name) * 2 + (isLong(moduleId) ? 0 : 1);
    const sorted = await super.sort(files);
    // With a limit some may not run: others each day.
    const dealt = timeLimit() === null ? sorted : orderOfDay(sorted, new Date());
    return dealt.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** The suffix names what a test needs: plain, a database, the real CLIs, a browser. */
export default defineConfig({
  test: {
    // Left to itself, vitest keeps a core free. Much of a test is waiting, though, for a process or a page. In CI, whose machines
    // start processes slowly, one more brings nothing but tests that wait for each other.
    maxWorkers: availableParallelism() + (process.env["CI"] ? 0 : 1),
    sequence: { sequencer: ProjectByProject },
    tags: [
      {
        name: realCliTag,
        description: "Runs an agent CLI of test/clis, which the project's name does not say.",
      },
    ],
    reporters: ["default", new PlainSummary()],
    projects: [
      project("unit", ["{server,main,renderer,build}/**/*.test.{ts,tsx}"], {
        exclude: ["**/*.db.test.ts", "**/*.cli.test.ts"],
        timeoutMs: 30_000,
      }),
      project("db", ["server/**/*.db.test.ts", "test/migrations/**/*.test.ts"], { timeoutMs: 30_000 }),
      project("contract", ["test/contract/**/*.test.ts"], { timeoutMs: 60_000 }),
      project("real-world", ["test/real-world/**/*.test.ts"], { timeoutMs: 120_000 }),
      project("hostile", ["test/hostile/**/*.test.ts"], { timeoutMs: 120_000 }),
      project("faults", ["test/faults/**/*.test.ts"], { timeoutMs: 120_000 }),
      project("arch", ["test/arch/**/*.test.ts"], { timeoutMs: 120_000 }),
      project("cli", ["server/**/*.cli.test.ts"], { timeoutMs: 120_000 }),
      project("e2e", ["test/e2e/**/*.test.ts"], { timeoutMs: 300_000 }),
    ],
  },
});
