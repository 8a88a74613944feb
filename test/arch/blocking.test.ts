import * as fs from "node:fs";
import * as zlib from "node:zlib";
import { expect, it } from "vitest";
import { allowed } from "./blocking-allowed.ts";
import { filesBelow, textOf } from "./tree.ts";

const names = [...Object.keys(fs), ...Object.keys(zlib)].filter((name) => name.endsWith("Sync"));
const call = new RegExp(`\\b(?:${names.join("|")})\\(`, "g");

it("makes exactly the synchronous file and compression calls that the list allows", () => {
  const counted = ["server", "main"]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|[.-]test-(data|bed)\.ts$/.test(file))
    .map((file) => [file, textOf(file).match(call)?.length ?? 0] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(counted)).toEqual(allowed);
});
