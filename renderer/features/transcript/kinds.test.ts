import { expect, it } from "vitest";
import { entryKinds, searchedTypes, turnedKind } from "./kinds.ts";

it("turns one kind on and off, in their own order", () => {
  expect(turnedKind(["text", "errors"], "thinking")).toEqual(["text", "thinking", "errors"]);
  expect(turnedKind(["text", "errors"], "errors")).toEqual(["text"]);
});

it("searches what is shown", () => {
  expect(searchedTypes(new Set(["tools"]))).toBe("tool_call,tool_result");
  expect(searchedTypes(new Set(entryKinds)).split(",")).toHaveLength(10);
});
