import { expect, it } from "vitest";
import { z } from "zod";
import { sealedState } from "./sealed-state.ts";

const minuteMs = 60_000;
const clock = { at: 0, now: () => clock.at };
/** Opens whatever it sealed, as the store does for every purpose. */
const secrets = {
  seal: (text: string) => `sealed:${text}`,
  open: (text: string) => (text.startsWith("sealed:") ? text.slice(7) : null),
};
const { wrap, unwrap } = sealedState({ secrets, clock });
const content = z.object({ returnTo: z.string() });

it("brings back for 15 minutes what it was given, for its own purpose", () => {
  const parcel = wrap("flow", { returnTo: "/a" });
  expect(unwrap("flow", parcel, content)).toEqual({ returnTo: "/a" });
  expect(unwrap("enrol", parcel, content)).toBeNull();
  clock.at = 15 * minuteMs - 1;
  expect(unwrap("flow", parcel, content)).toEqual({ returnTo: "/a" });
  clock.at = 15 * minuteMs;
  expect(unwrap("flow", parcel, content)).toBeNull();
});

it.each([
  ["nothing", ""],
  ["what was not sealed here", "guess"],
  ["what was sealed for something else", secrets.seal("JBSWY3DPEHPK3PXP")],
  ["another content", wrap("flow", { returnTo: 1 })],
])("opens %s as nothing", (_title, parcel) => {
  expect(unwrap("flow", parcel, content)).toBeNull();
});
