import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

const hook = /^(?:before|after)(?:Each|All)\(/m;
/** The setup files are loaded again for every test file. */
const setUp = ["test/restore-environment.ts", "test/time-limit.ts"];

it("registers hooks only in test files, because a support file is loaded once for all test files of a worker", () => {
  const files = ["server", "main", "renderer", "test", "build"]
    .flatMap(filesBelow)
    .filter((file) => /\.tsx?$/.test(file));
  const withHook = files.filter((file) => hook.test(textOf(file)));
  expect(withHook.length).toBeGreaterThan(50);
  expect(withHook.filter((file) => !/\.test\.tsx?$/.test(file))).toEqual(setUp);
});
