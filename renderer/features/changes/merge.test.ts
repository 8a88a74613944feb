import { expect, it } from "vitest";
import { mergeOffer } from "./merge.ts";

const green = { state: "open", ci: "pass" } as const;

it("offers to merge an open pull request whose checks pass", () => {
  expect(mergeOffer(green, "needs_input")).toEqual({ kind: "offer" });
});

it.each([
  ["failed checks", { ...green, ci: "fail" }, "needs_input", "The checks failed."],
  ["unknown checks", { ...green, ci: null }, "running", "The status of the checks is unknown."],
  ["an archived session", green, "archived", "The session is archived and cannot receive messages."],
] as const)("says why it cannot merge: %s", (_title, request, status, why) => {
  expect(mergeOffer(request, status)).toEqual({ kind: "not_yet", why });
});

it.each(["merged", "closed", null] as const)("offers nothing for a pull request in state %s", (state) => {
  expect(mergeOffer({ ...green, state }, "needs_input")).toBeNull();
});
