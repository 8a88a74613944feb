import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { measure } from "./measuring-worker.ts";

it("counts each part, follows no links, and reports when it ran out of time", async () => {
  await using folder = await makeTestFolder();
  await mkdir(folder.at("clones/a"), { recursive: true });
  await writeFile(folder.at("clones/a/file"), "x".repeat(10_000));
  await symlink("/usr", folder.at("clones/out"));
  await writeFile(folder.at("signalbox.db"), "x");
  await writeFile(folder.at("signalbox.db-wal"), "x");
  await writeFile(folder.at("installation.json"), "{}");
  const archived = [folder.at("clones/a"), folder.at("stowed/7")];
  const { parts, archived: trash } = await measure({ folder: folder.path, archived, budgetMs: 10_000 });
  const found = Object.fromEntries(parts.map(({ part, files }) => [part, files]));
  expect(found).toMatchObject({ database: 2, clones: 2, other: 1, backups: 0 });
  expect(parts.find(({ part }) => part === "clones")?.bytes).toBeGreaterThanOrEqual(10_000);
  expect(parts.every(({ complete }) => complete)).toBe(true);
  expect(trash).toEqual({ bytes: expect.any(Number), complete: true });
  expect(trash.bytes).toBeGreaterThanOrEqual(10_000);
  const { parts: hurried } = await measure({ folder: folder.path, archived, budgetMs: -1 });
  expect(hurried.find(({ part }) => part === "clones")?.complete).toBe(false);
});
