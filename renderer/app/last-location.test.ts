import { expect, it } from "vitest";
import { locationToRestore } from "./last-location.ts";

const cold = { installed: true, at: "/", visited: 1, stored: "/sessions/7?panel=log" };

it("returns to the last page of an installed board", () => {
  expect(locationToRestore(cold)).toBe("/sessions/7?panel=log");
});

it.each([
  ["a page of a browser", { installed: false }],
  ["an address of its own", { at: "/inbox" }],
  ["a window that is at work already", { visited: 3 }],
  ["nothing kept", { stored: null }],
  ["an address outside the board", { stored: "//evil.test/" }],
  ["another such", { stored: "/\\evil.test" }],
  ["no address at all", { stored: "javascript:alert(1)" }],
])("stays on its page with %s", (_title, change) => {
  expect(locationToRestore({ ...cold, ...change })).toBeNull();
});
