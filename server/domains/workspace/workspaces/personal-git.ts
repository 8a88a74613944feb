import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isExecutable } from "../../../lib/executables.ts";
import { exists } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import type { SandboxRoom } from "../../../lib/sandbox/index.ts";
import { GitRequirementError } from "./errors.ts";
import { isHookOfLfs } from "./lfs.ts";
import {
  type PersonalGit,
  personalGitIn,
  publicKeyIn,
  wantedPersonal,
  workHooks,
} from "./personal-git-rules.ts";
import { programEnvironment } from "./rules.ts";
import { personalSettings } from "./safe-config.ts";
import { text } from "./text.ts";

type Environment = Readonly<Record<string, string>>;

/** How the person's own git takes part in a session's. */
interface TakenAlong {
  /** What the sandbox shows of it, to be read. */
  readable: string[];
  /** Settings of git for the agent. */
  settings: [key: string, value: string][];
  variables: Record<string, string>;
  /** A sentence for each part that does not take part. */
  notes: string[];
  /** Why commits are not signed that the person's git signs. */
  unsigned: string | null;
}

/**
 * Lets the agent's commits be signed, and run the person's hooks, inside a sandbox with the grant `git`: it sees public keys,
 * the sockets of the programs that hold the private ones, and the folder of hooks. Without them commits are made unsigned.
 */
async function personalGit(
  inherited: Readonly<Record<string, string | undefined>>,
  room: Pick<SandboxRoom, "folder" | "grants">,
): Promise<TakenAlong> {
  const environment = programEnvironment(inherited, {});
  const personal = personalGitIn(await personalSettings(environment, wantedPersonal));
  const isGranted = room.grants.includes("git");
  const taken: TakenAlong = { readable: [], settings: [], variables: {}, notes: [], unsigned: null };
  await addHooks(taken, personal, isGranted);
  if (personal.signs) await addSigning(taken, personal, { environment, room, isGranted });
  return taken;
}

/**
 * A sandbox with the person's own git in it, and what its agent's git needs for that. Throws a GitRequirementError if commits
 * cannot be signed and have to be.
 */
export async function withPersonalGit(
  inherited: Readonly<Record<string, string | undefined>>,
  room: SandboxRoom | null,
  { onNote, requireSigned }: { onNote?: ((sentence: string) => void) | undefined; requireSigned: boolean },
): Promise<Pick<TakenAlong, "settings" | "variables"> & { sandbox: SandboxRoom | null }> {
  if (room === null) return { sandbox: null, settings: [], variables: {} };
  const { readable, notes, unsigned, ...taken } = await personalGit(inherited, room);
  if (unsigned !== null && requireSigned) throw new GitRequirementError(text.unsignedRefused(unsigned));
  for (const note of notes) onNote?.(note);
  return { sandbox: { ...room, readable: [...room.readable, ...readable] }, ...taken };
}

async function addHooks(taken: TakenAlong, { hooksFolder }: PersonalGit, isGranted: boolean): Promise<void> {
  if (hooksFolder === null) return;
  const names = await hooksIn(hooksFolder);
  if (names.length === 0) return;
  if (isGranted) taken.readable.push(hooksFolder);
  else taken.notes.push(text.hooksLeftOut(hooksFolder, names));
}

/** Those in a folder that can be started. */
export async function hooksIn(folder: string): Promise<string[]> {
  const found = await Promise.all(
    workHooks.map(async (name) => {
      const file = join(folder, name);
      return (
        (await isExecutable(file)) && !isHookOfLfs(await readFile(file, "latin1").catch(unlessPassing("")))
      );
    }),
  );
  return workHooks.filter((_, at) => found[at]);
}

interface Signing {
  environment: Environment;
  room: Pick<SandboxRoom, "folder">;
  isGranted: boolean;
}

async function addSigning(taken: TakenAlong, personal: PersonalGit, of: Signing): Promise<void> {
  const why = of.isGranted ? await takeSigner(taken, personal, of) : text.unsigned.notGranted;
  if (why === null) return;
  taken.settings.push(["commit.gpgSign", "false"], ["tag.gpgSign", "false"]);
  taken.notes.push(text.unsignedCommits(why));
  taken.unsigned = why;
}

/** Why commits cannot be signed; null if they can. */
async function takeSigner(
  taken: TakenAlong,
  personal: PersonalGit,
  { environment, room }: Signing,
): Promise<string | null> {
  switch (personal.format) {
    case "ssh":
      return takeSshKey(taken, personal.signingKey, environment);
    case "openpgp":
      return takeGnuPg(taken, personal, { environment, folder: join(room.folder, "gnupg") });
    case "x509":
      return text.unsigned.x509;
  }
}

async function takeSshKey(
  taken: TakenAlong,
  key: string | null,
  environment: Environment,
): Promise<string | null> {
  if (key === null) return text.unsigned.noKey;
  const found = await publicKeyOf(key);
  if (found === null) return text.unsigned.noPublicKey(key);
  const held = await outputOf("ssh-add", ["-L"], { environment });
  if (held === null || !held.includes(found.key)) return text.unsigned.notInAgent;
  if (found.file !== null) taken.readable.push(found.file);
  return null;
}

/** The public key that a setting names by itself, or in a file: never a file with anything else in it. */
async function publicKeyOf(named: string): Promise<{ key: string; file: string | null } | null> {
  const literal = publicKeyIn(named.replace(/^key::/, ""));
  if (literal !== null) return { key: literal, file: null };
  for (const file of [named, `${named}.pub`]) {
    const about = await stat(file).catch(unlessPassing(null));
    if (about?.isFile() !== true || about.size > 64 * 1024) continue;
    const key = publicKeyIn(await readFile(file, "utf8").catch(unlessPassing("")));
    if (key !== null) return { key, file };
  }
  return null;
}

/**
 * A GnuPG home with the person's public key and nothing else, whose agent is the person's by the socket that it keeps for
 * other machines: it signs, and gives no key away.
 */
async function takeGnuPg(
  taken: TakenAlong,
  { signingKey, email }: PersonalGit,
  { environment, folder }: { environment: Environment; folder: string },
): Promise<string | null> {
  const key = signingKey ?? email;
  if (key === null || key.startsWith("-")) return text.unsigned.noKey;
  const listed = await outputOf("gpgconf", ["--list-dirs", "agent-extra-socket"], { environment });
  const socket = listed?.trim() ?? "";
  if (socket === "" || !(await exists(socket))) return text.unsigned.noGnuPgAgent;
  const exported = await outputOf("gpg", ["--batch", "--no-autostart", "--armor", "--export", key], {
    environment,
  });
  if (exported === null || exported === "") return text.unsigned.noPublicKey(key);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = ["--homedir", folder, "--batch", "--no-autostart"];
  const isThere =
    (await outputOf("gpg", [...own, "--import"], { environment, input: exported })) !== null &&
    (await outputOf("gpg", [...own, "--list-keys"], { environment })) !== null;
  if (!isThere) return text.unsigned.noPublicKey(key);
  await writeFile(join(folder, "S.gpg-agent"), `%Assuan%\nsocket=${socket}\n`, { mode: 0o600 });
  taken.readable.push(folder, socket);
  taken.variables["GNUPGHOME"] = folder;
  return null;
}

const limitMs = 10_000;

/** What a program of the person's prints; null if it failed or is not there. */
async function outputOf(
  program: string,
  args: readonly string[],
  { environment: env, input = "" }: { environment: Environment; input?: string },
): Promise<string | null> {
  const { execa } = await import("execa");
  const ran = await execa(program, args, { env, extendEnv: false, reject: false, input, timeout: limitMs });
  return ran.failed ? null : ran.stdout;
}
