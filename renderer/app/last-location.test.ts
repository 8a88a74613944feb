import { expect, it } from "vitest";
import { placeToRestore } from "./last-location.ts";

const cold = { installed: true, at: "/", visited: 1, kept: "/sessions/7?panel=log" };

it("goes on where an installed board was left", () => {
  expect(placeToRestore(cold)).toBe("/sessions/7?panel=log");
});

it.each([
  ["a page of a browser", { installed: false }],
  ["an address of its own", { at: "/inbox" }],
  ["a window that is at work already", { visited: 3 }],
  ["nothing kept", { kept: null }],
  ["an address outside the board", { kept: "//evil.test/" }],
  ["another such", { kept: "/\\evil.test" }],
  ["no address at all", { kept: "javascript:alert(1)" }],
])("stays where it is with %s", (_title, change) => {
  expect(placeToRestore({ ...cold, ...change })).toBeNull();
});
