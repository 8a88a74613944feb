import { closeSync, openSync, readSync } from "node:fs";
import { z } from "zod";

/**
 * @typedef {{ files?: Record<string, Entry> | undefined, unpacked?: boolean | undefined }} Entry
 * @type {z.ZodType<Entry>}
 */
const entry = z.lazy(() =>
  z.object({ files: z.record(z.string(), entry).optional(), unpacked: z.boolean().optional() }),
);

/**
 * The files in an asar archive. Its header is a pickle of a pickle of JSON, with the length of the JSON at byte 12.
 * @param {string} file
 * @returns {{ path: string, unpacked: boolean }[]} files only, with forward slashes
 */
export function listArchive(file) {
  const handle = openSync(file, "r");
  try {
    const sizes = Buffer.alloc(16);
    readSync(handle, sizes, 0, 16, 0);
    const json = Buffer.alloc(sizes.readUInt32LE(12));
    readSync(handle, json, 0, json.length, 16);
    return filesOf(entry.parse(JSON.parse(json.toString("utf8"))), "");
  } finally {
    closeSync(handle);
  }
}

/**
 * @param {Entry} folder
 * @param {string} path
 * @returns {{ path: string, unpacked: boolean }[]}
 */
function filesOf(folder, path) {
  return Object.entries(folder.files ?? {}).flatMap(([name, child]) => {
    const below = path === "" ? name : `${path}/${name}`;
    return child.files ? filesOf(child, below) : [{ path: below, unpacked: child.unpacked === true }];
  });
}
