import { expect, it } from "vitest";
import { codeLockout } from "./code-lockout.ts";

function bed() {
  const clock = { at: 0, now: () => clock.at };
  const lockout = codeLockout({ clock });
  const guess = (address: string, times: number): void => {
    for (let n = 0; n < times; n++) lockout.recordWrongCode(address);
  };
  return { clock, lockout, guess };
}

it("locks only the address that guesses", () => {
  const { clock, lockout, guess } = bed();
  guess("192.0.2.7", 10);
  expect([lockout.minutesLocked("192.0.2.7"), lockout.minutesLocked("192.0.2.8")]).toEqual([5, 0]);
  clock.at = 5 * 60_000;
  expect(lockout.minutesLocked("192.0.2.7")).toBe(0);
});

it("remembers the thousand newest addresses", () => {
  const { lockout, guess } = bed();
  guess("192.0.2.7", 10);
  for (let n = 0; n < 999; n++) guess(`2001:db8::${n}`, 1);
  expect(lockout.minutesLocked("192.0.2.7")).toBe(5);
  guess("192.0.2.8", 1);
  expect(lockout.minutesLocked("192.0.2.7")).toBe(0);
});
