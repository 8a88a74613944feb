import { chmod, mkdir, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { digestOf } from "./digest.ts";
import { isOwnFolder } from "./own-folder.ts";

/** A request and an answer are one line of JSON each, of at most this many characters. */
const lineLimit = 64 * 1024;
/** macOS takes 104 bytes with the final zero, Linux 108. */
const pathLimit = 100;
const answerTimeoutMs = 10_000;

/**
 * Where the owner's commands reach the running service: a socket in the data folder that only its owner can open. If that
 * path is too long for a socket, it is in a folder of the owner's under the system's temporary folder.
 */
export function ownerSocketPath(dataFolder: string, platform = process.platform): string {
  const name = digestOf(dataFolder).slice(0, 16);
  if (platform === "win32") return `\\\\.\\pipe\\signalbox-${name}`;
  const path = join(dataFolder, "run", "owner.sock");
  return Buffer.byteLength(path) <= pathLimit
    ? path
    : join(tmpdir(), `signalbox-${process.getuid?.()}-${name}`, "owner.sock");
}

/** Answers the owner's commands. Resolves once it listens. */
export async function listenOnOwnerSocket(
  path: string,
  answer: (request: unknown) => Promise<object>,
): Promise<{ close(): void }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("close", () => open.delete(socket)));
    readLine(socket)
      .then(async (line) => socket.end(`${JSON.stringify(await answer(JSON.parse(line)))}\n`))
      .catch(() => socket.destroy());
  });
  await prepareFolder(path);
  await new Promise<void>((resolve, reject) => {
    // Bound at once, so that the file never has another mode.
    const mask = process.umask(0o177);
    try {
      server.once("error", reject).listen(path, resolve);
    } finally {
      process.umask(mask);
    }
  });
  server.unref();
  return {
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Only called while the data folder is locked, so a socket that is there belongs to a process that is gone. */
async function prepareFolder(path: string): Promise<void> {
  if (path.startsWith("\\\\")) return;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireOwnFolder(folder);
  await chmod(folder, 0o700);
  await rm(path, { force: true });
}

/** Someone else could have created a folder of this name in the temporary folder. */
async function requireOwnFolder(folder: string): Promise<void> {
  if (!(await isOwnFolder(folder)))
    throw new Error(`${folder} belongs to someone else, so the service cannot put its owner's socket there`);
}

/** Sends one request to the running service. Rejects with ENOENT or ECONNREFUSED if none is running. */
export async function askOwnerSocket(path: string, request: object): Promise<unknown> {
  if (!path.startsWith("\\\\")) await requireOwnFolder(dirname(path));
  const socket = connect(path);
  socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error("The service did not answer")));
  try {
    await new Promise((resolve, reject) => void socket.once("connect", resolve).once("error", reject));
    socket.write(`${JSON.stringify(request)}\n`);
    return JSON.parse(await readLine(socket));
  } finally {
    socket.destroy();
  }
}

function readLine(socket: Socket): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => {
      text += piece;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > lineLimit) reject(new Error("The line is too long"));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The connection closed without an answer")));
  });
}
