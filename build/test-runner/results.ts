import type { SerializedError, TestModule } from "vitest/node";

export type TestState = "passed" | "failed" | "skipped";

export interface TestResult {
  name: string;
  state: TestState;
  /** Why the test was skipped. */
  note?: string | undefined;
}

export interface FileResult {
  /** The absolute path. */
  path: string;
  /** The path from the root, for people. */
  file: string;
  tests: TestResult[];
  /** Failures outside a test: the file cannot be loaded, a hook fails, a rejection that nothing handles. */
  errors: number;
}

export interface RunResult {
  files: FileResult[];
  /** Failures that belong to none of the files. */
  strayErrors: number;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const outsideTests = "(outside the tests)";

export function resultOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): RunResult {
  const paths = new Set(modules.map(({ moduleId }) => moduleId));
  const pathOf = (error: SerializedError): unknown => error["VITEST_TEST_PATH"];
  return {
    files: modules.map((module) => ({
      path: module.moduleId,
      file: module.relativeModuleId,
      tests: [...module.children.allTests()].flatMap((test): TestResult[] => {
        const result = test.result();
        if (result.state === "pending") return [];
        return [
          {
            name: test.fullName,
            state: result.state,
            note: result.state === "skipped" ? result.note : undefined,
          },
        ];
      }),
      errors:
        [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0).length +
        unhandled.filter((error) => pathOf(error) === module.moduleId).length,
    })),
    strayErrors: unhandled.filter((error) => !paths.has(String(pathOf(error)))).length,
  };
}

export function combine(runs: readonly RunResult[]): RunResult {
  return {
    files: runs.flatMap(({ files }) => files),
    strayErrors: runs.reduce((sum, run) => sum + run.strayErrors, 0),
  };
}

export const hasFailed = ({ tests, errors }: FileResult): boolean =>
  errors > 0 || tests.some(({ state }) => state === "failed");

export function countsOf({ files, strayErrors }: RunResult): Counts {
  const count = (state: TestState) =>
    files.reduce((sum, { tests }) => sum + tests.filter((test) => test.state === state).length, 0);
  const errors = files.reduce((sum, file) => sum + file.errors, strayErrors);
  return { passed: count("passed"), failed: count("failed") + errors, skipped: count("skipped") };
}

/** The line that other programs read. */
export const plainLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * The result of a file that failed and ran once more: a test passed if it passed in either run, and is flaky if it also
 * failed in one. `flaky` has a line for each flaky test.
 */
export function mergeRerun(first: FileResult, second: FileResult): { merged: FileResult; flaky: string[] } {
  const [before, after] = [byKey(first.tests), byKey(second.tests)];
  const flaky: string[] = [];
  const tests = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const results = [before.get(key), after.get(key)].filter((result) => result !== undefined);
    const has = (state: TestState) => results.find((result) => result.state === state);
    const passed = has("passed");
    if (passed && has("failed")) flaky.push(`flaky: ${first.file} > ${passed.name}`);
    return passed ?? has("failed") ?? has("skipped") ?? [];
  });
  if (first.errors > 0 && second.errors === 0) flaky.push(`flaky: ${first.file} > ${outsideTests}`);
  return { merged: { ...first, tests, errors: second.errors }, flaky };
}

/** Tests of one file may share a name, so the key counts them. */
function byKey(tests: readonly TestResult[]): Map<string, TestResult> {
  const results = new Map<string, TestResult>();
  for (const test of tests) {
    let key = test.name;
    for (let copy = 2; results.has(key); copy += 1) key = `${test.name} #${copy}`;
    results.set(key, test);
  }
  return results;
}

export function skippedLines({ files }: RunResult): string[] {
  return files.flatMap(({ file, tests }) =>
    tests
      .filter(({ state }) => state === "skipped")
      .map(({ name, note }) => `skipped: ${file} > ${name}: ${note ?? "no reason given"}`),
  );
}

export function failedLines({ files, strayErrors }: RunResult): string[] {
  const lines = files.flatMap(({ file, tests, errors }) => [
    ...tests.filter(({ state }) => state === "failed").map(({ name }) => `failed: ${file} > ${name}`),
    ...Array<string>(errors).fill(`failed: ${file} > ${outsideTests}`),
  ]);
  return [...lines, ...Array<string>(strayErrors).fill(`failed: ${outsideTests}`)];
}
