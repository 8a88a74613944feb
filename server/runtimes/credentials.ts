import { randomUUID } from "node:crypto";
import { constants, watch } from "node:fs";
import { mkdir, open, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { isObject } from "../lib/json.ts";
import { makeRoomForFile } from "./home-folder.ts";
import { refreshedLogin } from "./refreshed-login.ts";

/** A credential file is a few KB; an agent that writes more into its copy has not refreshed a token. */
const maxBytes = 1024 * 1024;

/** The last write per owner file: two sessions that end together must not both see it unchanged. */
const writing = new Map<string, Promise<void>>();

/** Where a login is kept that sessions get copies of: a person's own file, or our store. */
export interface LoginKeeper {
  /** The same for two keepers of one login. */
  readonly id: string;
  read(): Promise<Buffer | null>;
  /** Replaces it; false if it keeps what it has, because that is no whole login. */
  write(content: Buffer): Promise<boolean>;
  /** The session's copy is this now. */
  onLent?(content: Buffer): void;
  /** Calls back after another session replaced it. Returns how to stop. */
  onReplaced?(listener: () => void): () => void;
}

/** A session's copy of a login file. */
export interface LentCredentials {
  /** Takes over the tokens that the CLI refreshed in the copy, if the person's file is still as lent; otherwise does nothing. */
  copyBack(): Promise<void>;
  /** Takes it over at each change from now on, so that a turn that is killed loses no token. Returns how to stop. */
  follow(): () => void;
}

/** The login file of the person who runs the service. It is replaced atomically. */
export const loginFile = (path: string): LoginKeeper => ({
  id: path,
  read: () => readOwner(path),
  // The owner may keep the file elsewhere and link to it; the link stays.
  async write(content) {
    await replaceFile(await realpath(path), content);
    return true;
  },
});

/**
 * Lends a login to one session's private home and brings a refreshed token back. The call writes the session's copy with
 * mode 0600 if there is a login.
 */
export async function lendCredentials(files: {
  owner: LoginKeeper;
  session: string;
}): Promise<LentCredentials> {
  const { owner } = files;
  let lent = await owner.read();
  /** What the CLI wrote that was taken over, which it may spell in its own way. */
  let copy = lent;
  if (lent !== null) {
    await mkdir(dirname(files.session), { recursive: true, mode: 0o700 });
    await makeRoomForFile(files.session);
    await replaceFile(files.session, lent);
    owner.onLent?.(lent);
  }

  const bringBack = async () => {
    const changed = await readSession(files.session);
    const refreshed = lent && changed && !changed.equals(lent) && withNewTokens(lent, changed);
    if (!lent || !changed || !refreshed) return;
    const current = await owner.read();
    if (!current?.equals(lent) || !(await owner.write(refreshed))) return;
    lent = refreshed;
    copy = changed;
    owner.onLent?.(refreshed);
  };
  // Two CLIs that renew one token lock each other out, so the copy of the other one follows.
  const bringForward = async () => {
    const current = await owner.read();
    if (lent === null || current === null || current.equals(lent)) return;
    if (!copy || !(await readSession(files.session))?.equals(copy)) return;
    await replaceFile(files.session, current);
    lent = current;
    copy = current;
    owner.onLent?.(current);
  };
  const copyBack = () => inTurn(owner.id, bringBack);
  // What cannot be taken over now is tried again when the turn ends, and reported then.
  const follow = () => {
    const unwatch = onChange(files.session, () => void copyBack().catch(() => {}));
    const unsubscribe = owner.onReplaced?.(() => void inTurn(owner.id, bringForward).catch(() => {}));
    return () => {
      unwatch();
      unsubscribe?.();
    };
  };
  return { copyBack, follow };
}

/** Calls back when a file of this name changes, however it is written. What cannot be watched is read at the end. */
function onChange(path: string, changed: () => void): () => void {
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === basename(path)) changed();
    });
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

async function inTurn(owner: string, work: () => Promise<void>): Promise<void> {
  const mine = (writing.get(owner) ?? Promise.resolve()).then(work);
  const settled = mine.catch(() => {});
  writing.set(owner, settled);
  await mine.finally(() => {
    if (writing.get(owner) === settled) writing.delete(owner);
  });
}

async function readOwner(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

/** What was lent with the tokens that the CLI refreshed in the session's copy; null if there are none. */
export async function readRefreshed(path: string, lent: string): Promise<string | null> {
  const changed = await readSession(path);
  return changed && (withNewTokens(Buffer.from(lent), changed)?.toString("utf8") ?? null);
}

/** The agent can write here: a link, a pipe or an enormous file it put in place of the copy counts as none. */
async function readSession(path: string): Promise<Buffer | null> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const about = await file.stat();
    return about.isFile() && about.size <= maxBytes ? await file.readFile() : null;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EACCES")) return null;
    throw error;
  }
}

/** The name changes hands in one step; a link under that name is replaced, not followed. */
async function replaceFile(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The person's file with the new tokens of the copy, on as many lines as before; null if there are none. */
function withNewTokens(lent: Buffer, written: Buffer): Buffer | null {
  const [before, after] = [lent, written].map(jsonObject);
  const refreshed = before && after ? refreshedLogin(before, after) : null;
  if (refreshed === null) return null;
  const end = lent.toString("utf8").endsWith("\n") ? "\n" : "";
  const indent = lent.toString("utf8").trimEnd().includes("\n") ? 2 : undefined;
  return Buffer.from(JSON.stringify(refreshed, null, indent) + end);
}

function jsonObject(content: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
