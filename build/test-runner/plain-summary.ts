import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";
import { countsOf, plainLine, resultOf, skippedLines } from "./results.ts";

/** Ends a run of plain vitest with the line of counts, after every skipped test with its reason. */
export class PlainSummary implements Reporter {
  private filtered = false;

  onInit(vitest: Vitest): void {
    this.filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const result = resultOf(modules, unhandled);
    const lines = this.filtered ? [] : skippedLines(result);
    for (const line of [...lines, plainLine(countsOf(result))]) process.stdout.write(`${line}\n`);
  }
}
