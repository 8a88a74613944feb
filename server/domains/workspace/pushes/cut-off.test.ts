import { mkdir, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { noteTakeOver, unlock } from "./cut-off.ts";

const none = "0".repeat(40);
const pushed = "1".repeat(40);
const other = "2".repeat(40);
const longAgo = new Date(Date.now() - 60_000);

/** The locks that are left of those that were there when the service came back. */
async function leftOf(
  locks: Readonly<Record<string, string>>,
  of: { older?: boolean; after?: string; name?: string } = {},
): Promise<string[]> {
  await using folder = await makeTestFolder();
  const { after = pushed, name = "refs/heads/work" } = of;
  const repository = { gitFolder: folder.at("owner"), commonFolder: folder.at("owner") };
  await mkdir(folder.at("push"));
  await mkdir(folder.at("owner/refs/heads"), { recursive: true });
  const updates = [{ name, before: none, after }];
  await noteTakeOver(folder.at("push"), { gitRoot: "/owner", repository, updates });
  for (const [lock, content] of Object.entries(locks)) {
    const path = folder.at("owner", lock);
    if (content.startsWith("->")) await symlink(content.slice(2), path);
    else await writeFile(path, content);
    if (of.older === true) await utimes(path, longAgo, longAgo);
  }
  await unlock(folder.at("push"));
  const names = await readdir(folder.path, { recursive: true });
  return names.filter((one) => one.endsWith(".lock")).map((one) => one.replace(/^owner\//, ""));
}

const work = "refs/heads/work.lock";

it.each<[string, Record<string, string>, Parameters<typeof leftOf>[1]?]>([
  ["with what was pushed", { [work]: `${pushed}\n` }],
  ["that git had not written to yet", { [work]: "" }],
  ["of the branch that is checked out", { "HEAD.lock": "", [work]: `${pushed}\n` }],
  ["for a branch that was to be deleted", { "packed-refs.lock": "# pack-refs\n" }, { after: none }],
])("a lock %s is removed", async (_what, locks, of) => {
  expect(await leftOf(locks, of)).toEqual([]);
});

it.each<[string, Record<string, string>, Parameters<typeof leftOf>[1]?]>([
  ["with something else", { [work]: `${other}\n` }],
  ["with more", { [work]: `${pushed}\n${pushed}\n` }],
  ["from before the push", { [work]: `${pushed}\n` }, { older: true }],
  ["of another branch", { "refs/heads/else.lock": `${pushed}\n` }],
  ["of all refs, although none was to be deleted", { "packed-refs.lock": "# pack-refs\n" }],
  ["that is a link", { [work]: "->/dev/null" }],
  ["beside the repository", { "../beside.lock": `${pushed}\n` }, { name: "refs/../../beside" }],
])("a lock %s stays", async (_what, locks, of) => {
  expect((await leftOf(locks, of)).length).toBe(1);
});

it("nothing is unlocked where the service was killed before it noted what changes", async () => {
  await using folder = await makeTestFolder();
  expect(await unlock(folder.path)).toBeNull();
  await writeFile(folder.at("taking-over.json"), '{"gitRoot": "/own');
  expect(await unlock(folder.path)).toBeNull();
});
