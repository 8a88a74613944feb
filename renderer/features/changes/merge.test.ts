import { expect, it } from "vitest";
import { mergeOffer } from "./merge.ts";

const green = { state: "open", ci: "pass" } as const;

it("offers to merge what is open with checks that pass", () => {
  expect(mergeOffer(green, "needs_input")).toEqual({ kind: "offer" });
});

it.each([
  ["checks that fail", { ...green, ci: "fail" }, "needs_input", "The checks failed."],
  ["checks that nobody read", { ...green, ci: null }, "running", "The status of the checks is unknown."],
  ["an archived session", green, "archived", "The session is archived and cannot receive messages."],
] as const)("says why it cannot be merged: %s", (_title, request, status, why) => {
  expect(mergeOffer(request, status)).toEqual({ kind: "not_yet", why });
});

it.each(["merged", "closed", null] as const)("has nothing to offer for one that is %s", (state) => {
  expect(mergeOffer({ ...green, state }, "needs_input")).toBeNull();
});
