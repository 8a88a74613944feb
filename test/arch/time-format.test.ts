import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

const HOME = "renderer/lib/time.ts";
const FORMATS = /\.toLocale(?:Date|Time)String\(|DateTimeFormat\((?!\)\.resolvedOptions)/;

it("formats dates and times of the pages in one place", () => {
  const sources = filesBelow("renderer").filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  expect(sources).toContain(HOME);
  expect(sources.filter((file) => file !== HOME && FORMATS.test(textOf(file)))).toEqual([]);
});
