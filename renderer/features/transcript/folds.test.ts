import { expect, it } from "vitest";
import { flipFold, foldAll, isOpen, noFolds } from "./folds.ts";

const quiet = { key: "1:a", isOpenAtFirst: false };
const eager = { key: "1:b", isOpenAtFirst: true };

it("expands what is expanded by default, until toggled", () => {
  expect([isOpen(noFolds, quiet), isOpen(noFolds, eager)]).toEqual([false, true]);
  const turned = flipFold(flipFold(noFolds, "1:a"), "1:b");
  expect([isOpen(turned, quiet), isOpen(turned, eager)]).toEqual([true, false]);
  expect(isOpen(flipFold(turned, "1:a"), quiet)).toBe(false);
});

it("expands and collapses everything, except what is toggled afterwards", () => {
  expect(
    [foldAll(true), foldAll(false)].map((folds) => [isOpen(folds, quiet), isOpen(folds, eager)]),
  ).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(isOpen(flipFold(foldAll(true), "1:a"), quiet)).toBe(false);
});
