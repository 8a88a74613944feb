import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase, silentLog, type TestDatabase } from "../../../../test/support/database.ts";
import { quotaEvents } from "./quota-events.ts";

let bed: TestDatabase;
let serves: boolean | null;
let isHeld: boolean;
let announced: string[];

beforeEach(() => {
  bed = openTestDatabase();
  [serves, isHeld, announced] = [null, false, []];
});
afterEach(() => bed[Symbol.dispose]());

const service = () =>
  quotaEvents({
    database: bed.database,
    clock: { now: () => 1_000 },
    log: silentLog,
    runtimes: ["codex"],
    serves: () => serves,
    isHeld: () => isHeld,
    announce: ({ sentence }) => void announced.push(sentence),
  });

function observed(...levels: (boolean | null)[]): string[] {
  // A new service each time, as after a restart.
  for (const level of levels) {
    serves = level;
    service().observe();
  }
  return announced;
}

it("announces quota once when it is back, and never what it sees first", () => {
  expect(observed(true, true, null)).toEqual([]);
  expect(observed(false, false, true, true)).toEqual(["An account of codex can take work again"]);
  expect(observed(false, true)).toHaveLength(2);
});

it("waits until spot work may start", () => {
  observed(false);
  isHeld = true;
  expect(observed(true, true)).toEqual([]);
  isHeld = false;
  expect(observed(true)).toHaveLength(1);
});

it("does not count it as announced when the transaction is rolled back", () => {
  observed(false);
  const failing = () =>
    quotaEvents({
      database: bed.database,
      clock: { now: () => 1_000 },
      log: silentLog,
      runtimes: ["codex"],
      serves: () => true,
      isHeld: () => false,
      announce() {
        throw new Error("The disk is full");
      },
    }).observe();
  expect(failing).toThrow("The disk is full");
  expect(observed(true)).toHaveLength(1);
});
