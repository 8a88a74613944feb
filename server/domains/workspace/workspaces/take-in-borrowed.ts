import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { exists, isRealFolder } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { localRepository } from "./owner-repository.ts";
import { plainLine } from "./plain-files.ts";
import { type SafeClone, type SafeReading, withSafeGit } from "./safe-git.ts";

const listName = "objects/info/alternates";
const timeoutMs = 600_000;

/**
 * Gives a clone its own copy of the objects that it borrows because the repository it was made from borrows them too, as
 * clones of earlier versions do: git folders that lead elsewhere are not read. One that leads anywhere else stays as it is.
 */
export async function takeInBorrowed(
  { path, gitRoot, onPercent }: { path: string; gitRoot: string; onPercent?(percent: number): void },
  reading: SafeReading & Pick<SafeClone, "signal">,
): Promise<void> {
  const gitDir = join(path, ".git");
  const borrowed = linesOf(await plainLine({ at: gitDir, top: path }, listName));
  if (borrowed.length === 0) return;
  const lenders = await lendersOf(gitRoot);
  if (!borrowed.every((lender) => lenders.listed.has(lender))) return;
  const packs = join(gitDir, "objects/pack");
  await mkdir(packs, { recursive: true });
  if (!(await isRealFolder(packs))) return;
  onPercent?.(0);
  const clone = { ...reading, path, refs: "all" as const, timeoutMs, lenders: lenders.folders };
  await withSafeGit(clone, async ({ run, folder }) => {
    await run(["repack", "-a", "-d", "--quiet"]);
    await copyPacks(join(folder, "objects/pack"), packs);
  });
  await rm(join(gitDir, listName), { force: true });
  onPercent?.(100);
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

interface Lenders {
  /** As the list of the owner's repository has them, and by their paths. */
  listed: ReadonlySet<string>;
  /** These and those that they borrow from in turn. */
  folders: string[];
}

/** The folders of objects that the owner's repository borrows. */
async function lendersOf(gitRoot: string): Promise<Lenders> {
  const repository = await localRepository(gitRoot);
  if (repository === null) return { listed: new Set(), folders: [] };
  const own = join(repository.commonFolder, "objects");
  const listed = await listIn(own);
  const folders = listed.map(({ folder }) => folder);
  // It grows on the way.
  for (const folder of folders)
    for (const next of await listIn(folder)) if (!folders.includes(next.folder)) folders.push(next.folder);
  const there = await Promise.all(folders.map(exists));
  return {
    listed: new Set(listed.flatMap(({ line, folder }) => [line, folder])),
    folders: folders.filter((_folder, at) => there[at]),
  };
}

async function listIn(objects: string): Promise<{ line: string; folder: string }[]> {
  const lines = linesOf(await readFile(join(objects, "info/alternates"), "utf8").catch(unlessPassing("")));
  return lines.map((line) => ({ line, folder: isAbsolute(line) ? line : resolve(objects, line) }));
}

/** The index of a pack comes last, as git looks for packs by it. */
async function copyPacks(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => /^pack-[0-9a-f]+\.(pack|idx|rev)$/.test(name));
  const order = (name: string): number => (name.endsWith(".idx") ? 1 : 0);
  for (const name of names.toSorted((one, other) => order(one) - order(other))) {
    const draft = join(to, `${name}.taken-in`);
    await rm(draft, { force: true });
    await copyFile(join(from, name), draft);
    await rename(draft, join(to, name));
  }
}
