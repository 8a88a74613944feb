import { expect, it } from "vitest";
import { decideRepetition, type EarlierRequest, keptMs } from "./rules.ts";

const now = keptMs * 2;
const earlier: EarlierRequest = { fingerprint: "f", state: "answered", answerKept: true, createdAt: now - 1 };
const request = { fingerprint: "f", running: false, now };

it.each([
  ["runs the first request", undefined, {}, "run"],
  ["replays an answer", {}, {}, "replay"],
  ["refuses another request", {}, { fingerprint: "g" }, "other_request"],
  ["refuses while the first one runs", { state: "reserved" }, { running: true }, "still_running"],
  [
    "refuses another request while the first one runs",
    {},
    { fingerprint: "g", running: true },
    "other_request",
  ],
  ["runs a request that was cut off before it stored anything", { state: "reserved" }, {}, "run"],
  ["says that one was carried out that was cut off later", { state: "written" }, {}, "answer_lost"],
  ["says that one was carried out whose answer is not kept", { answerKept: false }, {}, "answer_lost"],
  ["forgets a key after a week", { createdAt: now - keptMs }, { fingerprint: "g" }, "run"],
  ["does not forget one that still runs", { createdAt: 0 }, { running: true }, "still_running"],
] as const)("%s", (_title, before, asked, step) => {
  const row = before && { ...earlier, ...before };
  expect(decideRepetition(row, { ...request, ...asked })).toBe(step);
});
