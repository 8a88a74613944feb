import { describe, expect, it } from "vitest";
import { fitness } from "./palette-filter.ts";

describe("the palette", () => {
  it("finds nothing by letters that are merely scattered", () => {
    expect(fitness("greet", ["Light appearance", "theme colour"])).toBe(0);
  });

  it("wants every word, in any order", () => {
    expect(fitness("name greeting", ["Teach the greeting to use a name"])).toBe(1);
    expect(fitness("greeting orchard", ["Teach the greeting"])).toBe(0);
  });

  it("prefers words from their beginning", () => {
    expect(fitness("import", ["Fix the import"])).toBeGreaterThan(fitness("port", ["Fix the import"]));
  });

  it("shows everything before anything is typed", () => {
    expect(fitness(" ", ["Board"])).toBe(1);
  });
});
