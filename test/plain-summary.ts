import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

/**
 * Closes a run with the plain line that other programs read, `N passed, N failed, N skipped`, after every skipped test
 * with its reason. What failed outside a test (a file that cannot be loaded, a hook, a stray rejection) counts as failed.
 */
export class PlainSummary implements Reporter {
  private filtered = false;

  onInit(vitest: Vitest): void {
    this.filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const outside = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = outside.filter((part) => part.errors().length > 0).length + unhandled.length;
    if (!this.filtered) for (const line of skippedLines(modules)) process.stdout.write(`${line}\n`);
    process.stdout.write(
      `${count("passed")} passed, ${count("failed") + broken} failed, ${count("skipped")} skipped\n`,
    );
  }
}

function skippedLines(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests("skipped")].map((test) => {
      const result = test.result();
      const reason = (result.state === "skipped" ? result.note : undefined) ?? "no reason given";
      return `skipped: ${module.relativeModuleId} > ${test.fullName}: ${reason}`;
    }),
  );
}
