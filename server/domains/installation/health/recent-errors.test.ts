import { expect, it } from "vitest";
import { recentErrors } from "./recent-errors.ts";

const hour = 3_600_000;
const now = 100 * hour;
const line = (of: object): string => JSON.stringify(of);

it("tells the errors of the last hour with their causes, newest first", () => {
  const lines = [
    line({ level: 50, time: now - 2 * hour, msg: "long ago" }),
    line({ level: 30, time: now - 5, msg: "no error" }),
    line({ level: 50, time: now - 4, msg: "job failed", err: { message: "no route" } }),
    "not JSON",
    line({ level: 60, time: now - 3, err: { message: "the end" } }),
  ];
  expect(recentErrors(lines, now).map(({ message }) => message)).toEqual(["the end", "job failed: no route"]);
});

it("tells no more than the newest", () => {
  const lines = Array.from({ length: 50 }, (_, n) => line({ level: 50, time: now - 50 + n, msg: `${n}` }));
  const told = recentErrors(lines, now);
  expect([told.length, told[0]?.message]).toEqual([20, "49"]);
});
