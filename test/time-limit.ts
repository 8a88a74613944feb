import { readFileSync } from "node:fs";
import { beforeEach } from "vitest";
import { endVariable, outOfTime } from "../build/test-runner/time-limit.ts";

/** The runner empties the file for those that failed and run once more: they may, whatever the time. */
const file = process.env[endVariable];
const end = file === undefined ? undefined : readFileSync(file, "utf8");

beforeEach(({ skip }) => {
  const reason = outOfTime(end, Date.now());
  if (reason !== null) skip(reason);
});
