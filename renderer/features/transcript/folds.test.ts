import { expect, it } from "vitest";
import { flipFold } from "./folds.ts";

it("folds an entry out, and in again", () => {
  const none = new Set<string>();
  const open = flipFold(none, "7:3.0");
  expect([...open]).toEqual(["7:3.0"]);
  expect(flipFold(open, "7:3.0").size).toBe(0);
  expect(none.size).toBe(0);
});
