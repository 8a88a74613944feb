import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What stands against `onOtherMachine` here; null if nothing does. */
export async function whyNoOtherMachine(): Promise<string | null> {
  if (process.platform !== "linux") return "only Linux has namespaces";
  if (process.getuid?.() !== 0) return "only root can change what a process sees of the machine";
  return run("unshare", ["--mount", "true"]).then(
    () => null,
    (error: Error) => error.message,
  );
}

/**
 * Runs a program of Node on a machine that a shell script has changed for it alone, by mounts. Resolves with what it printed
 * last, as JSON. The program is root, or the user with this id.
 */
export async function onOtherMachine<Answer>(
  change: string,
  program: string,
  { uid, env = {} }: { uid?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const who = uid === undefined ? "" : `setpriv --reuid ${uid} --regid ${uid} --clear-groups`;
  const start = `${change}\nexec ${who} "$NODE" --input-type=module --eval "$PROGRAM"`;
  const { stdout } = await run("unshare", ["--mount", "sh", "-ec", start], {
    cwd: "/",
    env: { PATH: process.env["PATH"], HOME: "/nowhere", ...env, NODE: process.execPath, PROGRAM: program },
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Answer;
}

/** What keeps another user from running the sources here, as in a folder that `mktemp` made; null if nothing does. */
export async function whyClosedTo(uid: number): Promise<string | null> {
  const folder = JSON.stringify(import.meta.dirname);
  const program = `import { readdirSync } from "node:fs"; console.log(readdirSync(${folder}).length > 0)`;
  const isReadable = await onOtherMachine<boolean>("true", program, { uid }).catch(() => false);
  return isReadable ? null : "Other users of this machine cannot read this checkout";
}

/** Lets everybody make networks of their own, as on most machines. */
export const tunForAll = "mount -t tmpfs -o mode=755,dev none /dev/net; mknod -m 666 /dev/net/tun c 10 200";
