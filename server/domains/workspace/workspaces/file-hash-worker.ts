import { createHash } from "node:crypto";
import { openWithin } from "../../../lib/read-within.ts";

export interface HashedFile {
  folder: string;
  /** In the folder, as bytes. */
  path: Uint8Array;
  /** In bytes: another one is not read. */
  size: number;
}

/** SHA-256 in hex of a file in a folder that an agent controls; null if it is not there as a file of this size. */
export async function sha256Of({ folder, path, size }: HashedFile): Promise<string | null> {
  const file = await openWithin(folder, path);
  if (file === null) return null;
  await using opened = file;
  if ((await opened.stat()).size !== size) return null;
  const digest = createHash("sha256");
  for await (const piece of opened.createReadStream({ autoClose: false, end: size }))
    digest.update(piece as Buffer);
  return digest.digest("hex");
}
