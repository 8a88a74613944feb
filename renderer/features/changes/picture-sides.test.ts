import { expect, it } from "vitest";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { isPicture, pictureSides } from "./picture-sides.ts";

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  old_path: null,
  status: "modified",
  additions: null,
  deletions: null,
  digest: path,
  ...more,
});

it("shows binary files as pictures if a browser can draw them", () => {
  expect(isPicture(file("a/Logo.PNG"))).toBe(true);
  expect(isPicture(file("a.bin"))).toBe(false);
  expect(isPicture(file("text.png", { additions: 3, deletions: 0 }))).toBe(false);
  expect(isPicture(file("drawing.svg"))).toBe(false);
});

it("shows the versions of a picture that exist", () => {
  expect(pictureSides(file("a.png"))).toEqual(["before", "after"]);
  expect(pictureSides(file("a.png", { status: "added" }))).toEqual(["after"]);
  expect(pictureSides(file("a.png", { status: "deleted" }))).toEqual(["before"]);
  expect(pictureSides(file("a.png", { status: "renamed" }))).toEqual(["before", "after"]);
});
