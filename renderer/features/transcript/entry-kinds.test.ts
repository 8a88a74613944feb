import { expect, it } from "vitest";
import { entryKinds, searchedTypes, toggleKind } from "./entry-kinds.ts";

it("shows and hides a kind in the order of the kinds", () => {
  expect(toggleKind(["text", "errors"], "thinking")).toEqual(["text", "thinking", "errors"]);
  expect(toggleKind(["text", "errors"], "errors")).toEqual(["text"]);
});

it("searches the shown kinds", () => {
  expect(searchedTypes(new Set(["tools"]))).toBe("tool_call,tool_result");
  expect(searchedTypes(new Set(entryKinds)).split(",")).toHaveLength(10);
});
