import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type GitPlace,
  insistOnPlain,
  largestFile,
  linesOf,
  openPlain,
  plainLine,
  unsafe,
} from "./plain-files.ts";

/** Enough for the largest repositories; they are held in memory. */
const mostRefs = 200_000;

export const hashPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A name that git itself accepts, and that stays inside the folder. */
const refPattern = /^refs\/(?!.*(?:\.\.|\/\/|@\{|\/\.))[^\s~^:?*[\\\p{Cc}]+$/u;

/** What HEAD says, of a clone or of a repository in it. */
export async function headOf(place: GitPlace): Promise<{ line: string; branch: string | null }> {
  const line = await plainLine(place, "HEAD");
  const branch = line.startsWith("ref: ") ? line.slice(5).trim() : null;
  const sound = branch === null ? hashPattern.test(line) : refPattern.test(branch);
  if (!sound) throw unsafe(join(place.at, "HEAD"), "malformed");
  return { line: `${line}\n`, branch };
}

/** Only those that are wanted, so that the others take no memory. */
async function packedRefs(
  place: GitPlace,
  isWanted: (name: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  const file = await openPlain(place, "packed-refs");
  if (file === null) return refs;
  await using opened = file;
  if ((await opened.stat()).size > largestFile) throw unsafe(join(place.at, "packed-refs"), "too_large");
  for await (const lines of linesOf(opened)) {
    for (const line of lines) {
      const space = line.indexOf(" ");
      const [hash, name] = [line.slice(0, space), line.slice(space + 1)];
      if (isWanted(name) && hashPattern.test(hash) && refPattern.test(name)) refs.set(name, hash);
    }
    if (refs.size > mostRefs) throw unsafe(join(place.at, "packed-refs"), "too_large");
  }
  return refs;
}

/** Writes them as packed refs; git sorts them itself. */
export async function writeRefs(path: string, refs: ReadonlyMap<string, string>): Promise<void> {
  await using file = await open(path, "w", 0o600);
  let lines = "";
  for (const [name, hash] of refs) {
    lines += `${hash} ${name}\n`;
    if (lines.length < writtenAtOnce) continue;
    await file.appendFile(lines);
    lines = "";
  }
  await file.appendFile(lines);
}

const writtenAtOnce = 64 * 1024;

async function looseRef(place: GitPlace, name: string): Promise<string | null> {
  const line = await plainLine(place, name);
  return hashPattern.test(line) ? line : null;
}

/** Those with these names. */
export async function namedRefs(place: GitPlace, names: readonly string[]): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  const packed = await packedRefs(place, (name) => names.includes(name));
  for (const name of names) {
    const hash = refPattern.test(name) ? ((await looseRef(place, name)) ?? packed.get(name)) : undefined;
    if (hash !== undefined) refs.set(name, hash);
  }
  return refs;
}

/** All, or those in a folder of refs, such as `refs/remotes`. */
export async function refsIn(place: GitPlace, folder = "refs"): Promise<Map<string, string>> {
  const refs = await packedRefs(place, (name) => name.startsWith(`${folder}/`));
  if (folder === "refs") await insistOnPlain(join(place.at, folder), "folder");
  const entries = await readdir(join(place.at, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const name = join(entry.parentPath, entry.name)
      .slice(place.at.length + 1)
      .replaceAll("\\", "/");
    const hash = refPattern.test(name) ? await looseRef(place, name) : null;
    if (hash !== null) refs.set(name, hash);
  }
  return refs;
}
