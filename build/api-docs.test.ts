import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { redocPackages, redocScript } from "./api-docs.mjs";

const root = join(import.meta.dirname, "..");
const published = readFileSync(join(root, "node_modules/redoc/bundles/redoc.standalone.js"), "utf8");

describe("Redoc's script", () => {
  it("fetches no picture and no source map", () => {
    expect(published).toContain("cdn.redoc.ly");
    const shipped = redocScript(published);
    expect(/https:\/\/cdn|\n\/\/# sourceMappingURL/.exec(shipped)).toBeNull();
    expect(Math.abs(published.length - shipped.length)).toBeLessThan(100);
  });

  it("is refused if it gets its picture from elsewhere by now", () => {
    expect(() => redocScript("https://other.test/logo.svg")).toThrow("no longer has");
  });

  it("is listed with the packages that are in it", () => {
    const names = redocPackages(root).map((folder) => folder.slice(join(root, "node_modules/").length));
    expect(names).toEqual(expect.arrayContaining(["redoc", "react-dom", "mobx", "prismjs", "dompurify"]));
    expect(names).not.toContain("yargs");
  });
});
