import { realpath, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { unlessPassing } from "../../lib/passing-fault.ts";
import { writePrivateFile } from "../../lib/private-file.ts";
import { readWithin } from "../../lib/read-within.ts";
import { realFolderIn, removeInHome, writeInHome } from "../home-folder.ts";
import { instructionFiles } from "../instruction-files.ts";
import type { Workspace } from "../runtime.ts";
import { layoutOf } from "./layout.ts";
import { text as words } from "./text.ts";

const names = ["CLAUDE.md", join(".claude", "CLAUDE.md")];
/** The first line of the instructions that this module writes; an agent's own file has another. */
const mark = "<!-- Signalbox: the instructions of this repository -->";

/** The CLI follows imports this deep. */
const importDepth = 5;
const fileLimit = 100;
/** Larger files are left out. */
const byteLimit = 256 * 1024;

/** `@path` as the CLI reads it, and more: it also needs a space before, and takes no other backslash. */
const importToken = /@((?:[^\s\\]|\\.)+)/g;

/**
 * Gives the CLI the instructions of an untrusted repository, whose own settings it does not read. They are copies: the
 * CLI imports any file that instructions in its home name, such as `@~/.ssh/id_ed25519`, and copies can only name others.
 */
export async function placeRepositoryInstructions(workspace: Workspace): Promise<void> {
  const { home } = workspace;
  const { own, repository: copies, userInstructions } = layoutOf(home);
  await realFolderIn(home, own);
  await removeInHome(home, copies);
  const sources = workspace.repository.trusted ? [] : await instructionFiles(workspace, names);
  if (sources.length === 0) return removeOurs(home, userInstructions);

  const root = await realpath(workspace.repository.folder);
  await copyWithImports({ root, copies }, sources);
  const imports = sources.map((file) => `@${escapeSpaces(join(copies, relative(root, file)))}`);
  await writeInHome(
    home,
    userInstructions,
    `${mark}\n${words.copiedInstructions(root)}\n\n${imports.join("\n")}\n`,
  );
}

/** Ours names one file for each folder down to the working one; a larger one is the agent's. */
const ownLimit = 64 * 1024;

async function removeOurs(home: string, file: string): Promise<void> {
  const bytes = await readWithin(home, relative(home, file), ownLimit);
  if (bytes !== null && Buffer.from(bytes).toString("utf8").startsWith(mark)) await rm(file, { force: true });
}

async function copyWithImports(
  { root, copies }: { root: string; copies: string },
  sources: readonly string[],
): Promise<void> {
  const copied = new Set<string>();
  let level = sources;
  for (let depth = 0; depth <= importDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const source of level) {
      if (copied.has(source) || copied.size >= fileLimit) continue;
      copied.add(source);
      const place = relative(root, source);
      const bytes = await readWithin(root, place, byteLimit);
      if (bytes === null) continue;
      const text = withoutOutsideImports(Buffer.from(bytes).toString("utf8"), place);
      await writePrivateFile(join(copies, place), text);
      next.push(...(await importedFiles(text, { root, from: dirname(source) })));
    }
    level = next;
  }
}

/** Takes the `@` from imports that lead out of the repository; `place` is the file's own path in it. */
export function withoutOutsideImports(text: string, place: string): string {
  return text.replaceAll(importToken, (whole, path: string) =>
    leadsOutside(unescaped(path), place) ? path : whole,
  );
}

function leadsOutside(path: string, place: string): boolean {
  if (path.startsWith("~") || path.startsWith("/") || isAbsolute(path) || path.includes("\\")) return true;
  const top = resolve(sep, "repository");
  const target = resolve(top, dirname(place), path);
  return target !== top && !target.startsWith(top + sep);
}

/** The files of the repository that a text imports, by their real paths. */
async function importedFiles(
  text: string,
  { root, from }: { root: string; from: string },
): Promise<string[]> {
  const found: string[] = [];
  for (const [, path = ""] of text.matchAll(importToken)) {
    const named = resolve(from, unescaped(path));
    const file = await realpath(named).catch(unlessPassing(null));
    // A link to another file of the repository would need a copy under the link's name.
    if (file !== named || !file.startsWith(root + sep)) continue;
    if ((await stat(file)).isFile()) found.push(file);
  }
  return found;
}

const unescaped = (path: string): string => path.replaceAll("\\ ", " ");
const escapeSpaces = (path: string): string => path.replaceAll(" ", "\\ ");
