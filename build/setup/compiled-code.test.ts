import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { pruneCompiledCode } from "./compiled-code.mjs";

const now = Date.now();
const daysAgo = (days: number): Date => new Date(now - days * 24 * 60 * 60_000);

it("removes compiled code that nothing has read for a week, and checks once a day", async () => {
  await using folder = await makeTestFolder();
  async function put(name: string, read: Date): Promise<void> {
    const file = folder.at("compiled", ...name.split("/"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "code");
    await utimes(file, read, daysAgo(30));
  }
  const left = async () => (await readdir(folder.at("compiled"), { recursive: true })).sort();
  const prune = (at = now) => pruneCompiledCode(folder.at("compiled"), at);

  await prune();
  expect(await left()).toEqual(["looked-through"]);
  await put("v24/used", daysAgo(2));
  await put("v24/unused", daysAgo(8));
  await put("v22/unused", daysAgo(8));
  await prune();
  expect(await left()).toHaveLength(6);
  await prune(daysAgo(-1.1).getTime());
  expect(await left()).toEqual(["looked-through", "v24", "v24/used"]);
});
