import { expect, it } from "vitest";
import { cloneProgress } from "./clone-progress.ts";

it.each([
  ["Receiving objects:  43% (430/1000), 1.20 MiB | 500.00 KiB/s\r", { step: "receiving", percent: 43 }],
  ["Receiving objects:   1% (1/100)\rReceiving objects:   2% (2/100)\r", { step: "receiving", percent: 2 }],
  [
    "Receiving objects: 100% (9/9), done.\nResolving deltas:  10% (1/10)\r",
    { step: "unpacking", percent: 10 },
  ],
  ["Updating files:   7% (7/100)\r", { step: "writing_files", percent: 7 }],
  ["Filtering content:  50% (1/2)\r", { step: "writing_files", percent: 50 }],
  ["remote: Counting objects: 100% (5/5), done.\n", null],
  ["Cloning into '/clones/a'...\n", null],
  ["", null],
])("reads %j as %j", (written, progress) => {
  expect(cloneProgress(written)).toEqual(progress);
});
