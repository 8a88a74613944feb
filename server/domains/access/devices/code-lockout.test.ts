import { expect, it } from "vitest";
import { wrongCodes } from "./code-lockout.ts";

function bed() {
  const clock = { at: 0, now: () => clock.at };
  const wrong = wrongCodes({ clock });
  const guess = (address: string, times: number): void => {
    for (let n = 0; n < times; n++) wrong.note(address);
  };
  return { clock, wrong, guess };
}

it("locks the address that guesses, and no other", () => {
  const { clock, wrong, guess } = bed();
  guess("192.0.2.7", 10);
  expect([wrong.minutesLocked("192.0.2.7"), wrong.minutesLocked("192.0.2.8")]).toEqual([5, 0]);
  clock.at = 5 * 60_000;
  expect(wrong.minutesLocked("192.0.2.7")).toBe(0);
});

it("remembers a thousand addresses, the newest", () => {
  const { wrong, guess } = bed();
  guess("192.0.2.7", 10);
  for (let n = 0; n < 999; n++) guess(`2001:db8::${n}`, 1);
  expect(wrong.minutesLocked("192.0.2.7")).toBe(5);
  guess("192.0.2.8", 1);
  expect(wrong.minutesLocked("192.0.2.7")).toBe(0);
});
