import { describe, expect, it } from "vitest";
import {
  combine,
  countsOf,
  type FileResult,
  failedLines,
  mergeRerun,
  plainLine,
  type TestState,
} from "./results.ts";

const file = (states: Record<string, TestState>, errors = 0): FileResult => ({
  path: "/a/b.test.ts",
  file: "b.test.ts",
  tests: Object.entries(states).map(([name, state]) => ({ name, state })),
  errors,
});

describe("a file that failed and ran once more", () => {
  it.each<[string, [FileResult, FileResult], FileResult, string[]]>([
    [
      "counts a test that then passed as passed, and lists it",
      [file({ a: "failed", b: "passed" }), file({ a: "passed", b: "passed" })],
      file({ a: "passed", b: "passed" }),
      ["flaky: b.test.ts > a"],
    ],
    [
      "fails where a test failed twice",
      [file({ a: "failed" }), file({ a: "failed" })],
      file({ a: "failed" }),
      [],
    ],
    [
      "lists a test that failed only in the second run",
      [file({ a: "failed", b: "passed" }), file({ a: "passed", b: "failed" })],
      file({ a: "passed", b: "passed" }),
      ["flaky: b.test.ts > a", "flaky: b.test.ts > b"],
    ],
    [
      "lists a failure outside the tests that does not come again",
      [file({ a: "skipped" }, 1), file({ a: "passed" })],
      file({ a: "passed" }),
      ["flaky: b.test.ts > (outside the tests)"],
    ],
    [
      "fails where the second run did not get as far as the failed test",
      [file({ a: "failed" }), file({}, 1)],
      file({ a: "failed" }, 1),
      [],
    ],
  ])("%s", (_title, [first, second], merged, flaky) => {
    expect(mergeRerun(first, second)).toEqual({ merged, flaky });
  });

  it("keeps tests of the same name apart", () => {
    const twice = (...states: TestState[]): FileResult => ({
      ...file({}),
      tests: states.map((state) => ({ name: "a", state })),
    });
    const { merged, flaky } = mergeRerun(twice("passed", "failed"), twice("passed", "failed"));
    expect({ states: merged.tests.map(({ state }) => state), flaky }).toEqual({
      states: ["passed", "failed"],
      flaky: [],
    });
  });
});

it("counts failures outside the tests as failed", () => {
  const result = combine([
    { files: [file({ a: "passed", b: "skipped" }, 1)], strayErrors: 0 },
    { files: [file({ c: "failed" })], strayErrors: 1 },
  ]);
  expect(plainLine(countsOf(result))).toBe("1 passed, 3 failed, 1 skipped");
  expect(failedLines(result)).toEqual([
    "failed: b.test.ts > (outside the tests)",
    "failed: b.test.ts > c",
    "failed: (outside the tests)",
  ]);
});
