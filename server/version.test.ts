import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { version } from "./version.ts";

it("is the version of package.json", async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../package.json"), "utf8")) as object;
  expect(manifest).toMatchObject({ version });
});
