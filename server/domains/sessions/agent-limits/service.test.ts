import { expect, it } from "vitest";
import { Refusal } from "../../../lib/errors.ts";
import { agentLimitService, agentLimits } from "./index.ts";
import { windowMs } from "./rules.ts";

function open() {
  const clock = { at: 1_000, now: () => clock.at };
  const noted: string[] = [];
  const limits = agentLimitService({
    clock,
    sessionLog: { note: (_id, _level, line) => void noted.push(line) },
  });
  /** The seconds to wait; null if it was counted. */
  const spend = (sessionId = 1): unknown => {
    try {
      limits.spend(sessionId, "notification");
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.extra["retry_after"];
    }
  };
  return { clock, noted, spend };
}

it("refuses one too many until the oldest is an hour ago, and notes it once an hour", () => {
  const { clock, noted, spend } = open();
  for (let at = 0; at < agentLimits.notification; at += 1) {
    expect(spend()).toBeNull();
    clock.at += 1_000;
  }
  expect([spend(), spend(), spend(2)]).toEqual([3_580, 3_580, null]);
  expect(noted).toHaveLength(1);
  clock.at = 1_000 + windowMs;
  expect([spend(), spend()]).toEqual([null, 1]);
  expect(noted).toHaveLength(1);
  clock.at += windowMs * 2;
  for (let at = 0; at <= agentLimits.notification; at += 1) spend();
  expect(noted).toHaveLength(2);
});
