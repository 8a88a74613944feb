import { expect, it } from "vitest";
import { z } from "zod";
import { sealedState } from "./sealed-state.ts";

const minuteMs = 60_000;
const clock = { at: 0, now: () => clock.at };
/** Like the secret store, opens whatever it sealed, for any purpose. */
const secrets = {
  seal: (text: string) => `sealed:${text}`,
  open: (text: string) => (text.startsWith("sealed:") ? text.slice(7) : null),
};
const { seal, open } = sealedState({ secrets, clock });
const content = z.object({ returnTo: z.string() });

it("opens what it sealed for 15 minutes, and only for the same purpose", () => {
  const sealed = seal("flow", { returnTo: "/a" });
  expect(open("flow", sealed, content)).toEqual({ returnTo: "/a" });
  expect(open("enrol", sealed, content)).toBeNull();
  clock.at = 15 * minuteMs - 1;
  expect(open("flow", sealed, content)).toEqual({ returnTo: "/a" });
  clock.at = 15 * minuteMs;
  expect(open("flow", sealed, content)).toBeNull();
});

it.each([
  ["nothing", ""],
  ["text that was not sealed here", "guess"],
  ["something sealed elsewhere", secrets.seal("JBSWY3DPEHPK3PXP")],
  ["other content", seal("flow", { returnTo: 1 })],
])("returns null for %s", (_title, sealed) => {
  expect(open("flow", sealed, content)).toBeNull();
});
