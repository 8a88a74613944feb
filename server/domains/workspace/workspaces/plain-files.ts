import { createWriteStream } from "node:fs";
import { type FileHandle, lstat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { openWithin, readWithin } from "../../../lib/read-within.ts";
import { CloneError } from "./errors.ts";
import { text, type UnsafeClone } from "./text.ts";

/** An index of a million files, or as many refs. */
export const largestFile = 200_000_000;

/** HEAD and loose refs are one short line. */
const mostLineBytes = 64 * 1024;

/** A git folder, and the clone that it lies in. */
export interface GitPlace {
  at: string;
  /** Nothing outside of it is opened, whatever the git folder has become meanwhile. */
  top: string;
}

/** A file of a git folder, open for reading; null for what is missing or is a link, a pipe or a folder. */
export async function openPlain({ at, top }: GitPlace, name: string): Promise<FileHandle | null> {
  const path = join(at, name);
  return (await isPlainFile(path)) ? openWithin(top, path) : null;
}

/** The text of a short file, trimmed; "" for what `openPlain` does not open, or is not short. */
export async function plainLine({ at, top }: GitPlace, name: string): Promise<string> {
  const path = join(at, name);
  const bytes = (await isPlainFile(path)) ? await readWithin(top, path, mostLineBytes) : null;
  return Buffer.from(bytes ?? [])
    .toString("utf8")
    .trim();
}

const isPlainFile = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(unlessPassing(null)))?.isFile() === true;

/** The lines of a file, without ever holding more of it than a piece; closes it. */
export async function* linesOf(file: FileHandle): AsyncGenerator<string[]> {
  let rest = "";
  for await (const piece of file.createReadStream({ encoding: "utf8" })) {
    const lines = (rest + String(piece)).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  if (rest !== "") yield [rest];
}

/** Copies an open file and closes it. */
export const copyTo = (file: FileHandle, to: string): Promise<void> =>
  pipeline(file.createReadStream(), createWriteStream(to, { mode: 0o600 }));

export const unsafe = (path: string, why: UnsafeClone): CloneError =>
  new CloneError(text.unsafeClone(path.slice(path.lastIndexOf(".git")), why), { transient: false });

export async function insistOnPlain(path: string, wanted: "file" | "folder"): Promise<void> {
  const found = await lstat(path).catch(unlessPassing(null));
  const plain = wanted === "file" ? found?.isFile() : found?.isDirectory();
  if (plain !== true) throw unsafe(path, wanted === "file" ? "not_a_file" : "not_a_folder");
}

/** The end of a file, at most so many bytes; "" for what `openPlain` does not open. */
export async function plainEnd(place: GitPlace, name: string, limit: number): Promise<string> {
  const file = await openPlain(place, name);
  if (file === null) return "";
  await using opened = file;
  const { size } = await opened.stat();
  const bytes = Buffer.alloc(Math.min(size, limit));
  const { bytesRead } = await opened.read(bytes, 0, bytes.length, size - bytes.length);
  return bytes.subarray(0, bytesRead).toString("utf8");
}
