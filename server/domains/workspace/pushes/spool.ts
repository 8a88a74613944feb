import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { pushRefusal } from "./errors.ts";
import { longestHead, type RequestHead, readHead } from "./request-head.ts";

const megabyte = 1024 * 1024;
export const mostMegabytes = 2_048;

/** Stores a push as it arrives, and reads what it says before its pack. Rejects if it is too large or breaks off. */
export async function storeRequest(
  request: IncomingMessage,
  path: string,
): Promise<RequestHead | "malformed"> {
  await using file = await open(path, "wx", 0o600);
  let start = Buffer.alloc(0);
  let head: ReturnType<typeof readHead> = null;
  let bytes = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostMegabytes * megabyte) throw pushRefusal("too_large", { megabytes: mostMegabytes });
    // What is refused anyway is read to its end, so that git gets the answer.
    if (head === "malformed") continue;
    await file.write(piece);
    if (head !== null) continue;
    start = Buffer.concat([start, piece]);
    head = readHead(start);
    if (head === null && start.length > longestHead) head = "malformed";
  }
  return head ?? "malformed";
}

/** Opens a file so that a process which gets it reads from there on. */
export async function openFrom(path: string, offset: number): Promise<FileHandle> {
  const file = await open(path, "r");
  for (let left = offset; left > 0; ) {
    const { bytesRead } = await file.read(
      Buffer.alloc(Math.min(left, megabyte)),
      0,
      Math.min(left, megabyte),
      null,
    );
    if (bytesRead === 0) break;
    left -= bytesRead;
  }
  return file;
}
