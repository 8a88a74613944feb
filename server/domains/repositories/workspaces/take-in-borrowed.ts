import { copyFile, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { isRealFolder } from "../../../lib/exists.ts";
import { localRepository } from "./owner-repository.ts";
import { plainLine } from "./plain-files.ts";
import { type SafeClone, withSafeGit } from "./safe-git.ts";

const listName = "objects/info/alternates";
const timeoutMs = 600_000;

/**
 * Gives a clone its own copy of the objects that it borrows because the repository it was made from borrows them too, as
 * clones of earlier versions do: git folders that lead elsewhere are not read. One that leads anywhere else stays as it is.
 */
export async function takeInBorrowed(
  { path, gitRoot, onPercent }: { path: string; gitRoot: string; onPercent?(percent: number): void },
  reading: Pick<SafeClone, "gitFolders" | "environment" | "signal">,
): Promise<void> {
  const gitDir = join(path, ".git");
  const borrowed = linesOf(await plainLine(gitDir, listName));
  if (borrowed.length === 0) return;
  const lenders = await lendersOf(gitRoot);
  if (!borrowed.every((lender) => lenders.has(lender))) return;
  const packs = join(gitDir, "objects/pack");
  await mkdir(packs, { recursive: true });
  if (!(await isRealFolder(packs))) return;
  onPercent?.(0);
  await withSafeGit({ ...reading, path, refs: "all", timeoutMs, borrows: true }, async ({ run, folder }) => {
    await run(["repack", "-a", "-d", "--quiet"]);
    await copyPacks(join(folder, "objects/pack"), packs);
  });
  await rm(join(gitDir, listName), { force: true });
  onPercent?.(100);
}

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** The folders of objects that the owner's repository borrows, as its own list has them. */
async function lendersOf(gitRoot: string): Promise<ReadonlySet<string>> {
  const repository = await localRepository(gitRoot);
  if (repository === null) return new Set();
  const objects = join(repository.commonFolder, "objects");
  const listed = linesOf(await readFile(join(objects, "info/alternates"), "utf8").catch(() => ""));
  return new Set(
    listed.flatMap((lender) => [lender, isAbsolute(lender) ? lender : resolve(objects, lender)]),
  );
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
