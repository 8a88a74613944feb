import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

const BINARY = /\.(png|ico|icns|gz|zip|wasm|woff2?|db|node)$/;

// Put together from parts, so that this file holds none of them.
const folder = (name: string) => new RegExp(`(?<![\\w.~-])/${name}/`);
const forbidden = [
  folder("work"),
  folder("root"),
  folder("home/[A-Za-z0-9_-]+"),
  new RegExp(`\\b(registry\\.${"npmjs"}|registry\\.${"yarnpkg"}|${"pypi"}\\.org|proxy\\.${"golang"})`),
  new RegExp(`"${"resolved"}": "http`),
  new RegExp(`^\\s*(@[\\w-]+:)?${"registry"}\\s*=`, "m"),
];

it("contains no path of one machine and no registry host", () => {
  const found = filesBelow("")
    .filter((file) => !BINARY.test(file))
    .flatMap((file) => {
      const text = textOf(file);
      return forbidden.flatMap((pattern) => {
        const match = pattern.exec(text);
        return match ? [`${file}: ${match[0]}`] : [];
      });
    });
  expect(found).toEqual([]);
});
