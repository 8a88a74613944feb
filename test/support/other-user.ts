import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Another ordinary user of this machine, who exists on every Unix system. */
const uid = 65_534;

/** Why this process cannot act as another user; null if it can. */
export async function whyNoOtherUser(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "only root can start a program as another user";
  const isDenied = await asOtherUser("").then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "EACCES",
  );
  return isDenied
    ? "another user cannot start the Node of this checkout, as in a folder that mktemp made"
    : null;
}

/** Runs a program of Node as another user of this machine. Resolves with what it printed. */
export async function asOtherUser(source: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", source, ...args], {
    uid,
    gid: uid,
    cwd: "/",
    env: {},
  });
  return stdout.trim();
}
