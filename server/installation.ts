import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Refusal } from "./lib/errors.ts";
import { newToken } from "./lib/new-token.ts";
import { flushFolder, writeFlushedPrivateFile } from "./lib/private-file.ts";
import { type SecretStore, secretStore, storedKeyPlace } from "./lib/secret-store/index.ts";
import type { Settings } from "./settings.ts";

/** The identity of a data folder: the id that marks its agents' processes, and its secrets. */
export interface Installation {
  id: string;
  /** The root secret, from which session tokens, forms and cookie names are derived, each with a label of its own. */
  secret: string;
  secrets: SecretStore;
}

/** The file names the folder, and no secret: whoever reads it can derive nothing. */
const identity = z.object({
  id: z.string().min(1),
  /** `stored`: a start that does not find the root secret is refused, instead of creating another one. */
  rootSecret: z.enum(["new", "stored"]),
});
type Identity = z.infer<typeof identity>;

/** As written before the root secret moved to the secret store. */
const formerIdentity = z.object({ id: z.string().min(1), secret: z.string().min(1) });

const fileOf = (folder: string): string => join(folder, "installation.json");
const rootSecretName = "root_secret";

/**
 * Reads the folder's identity and its root secret, or creates them at the first start. A root secret that an earlier version
 * left in the file moves to the secret store. A start that is killed at any step continues at the next one.
 */
export function openInstallation(
  { dataFolder, secretStore: place }: Pick<Settings, "dataFolder" | "secretStore">,
  storeOf: typeof secretStore = secretStore,
): Installation {
  const found = readIdentity(dataFolder) ?? makeIdentity(dataFolder);
  const secrets = storeOf({ folder: dataFolder, account: found.id, place });
  const secret = "secret" in found ? moveIn(secrets, found.secret) : rootSecretOf(secrets, found);
  if ("secret" in found || found.rootSecret === "new") {
    // The secret has to be on the disk before the file says so, or no longer has it.
    flushFolder(dataFolder);
    writeIdentity(dataFolder, { id: found.id, rootSecret: "stored" });
  }
  return { id: found.id, secret, secrets };
}

function rootSecretOf(secrets: SecretStore, { rootSecret }: Identity): string {
  if (rootSecret === "stored" && !secrets.exists()) throw lost();
  const held = secrets.read(rootSecretName);
  if (held !== null) return held;
  if (rootSecret === "stored") throw lost();
  return moveIn(secrets, newToken());
}

function moveIn(secrets: SecretStore, secret: string): string {
  if (secrets.read(rootSecretName) !== secret) secrets.write(rootSecretName, secret);
  return secret;
}

const lost = (): Refusal =>
  new Refusal({
    status: 503,
    label: "Secrets unavailable",
    messages: [
      'secrets.json does not have the root secret of this data folder. Put the file back, or change "stored" to "new" in installation.json to create a new one: browsers and devices then have to sign in again.',
    ],
  });

function makeIdentity(folder: string): Identity {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made: Identity = { id: randomBytes(8).toString("hex"), rootSecret: "new" };
  // Before the secret, because the key of the secret store has the folder's id as its name in the keychain.
  writeIdentity(folder, made);
  return made;
}

const writeIdentity = (folder: string, written: Identity): void =>
  writeFlushedPrivateFile(fileOf(folder), `${JSON.stringify(written, null, 2)}\n`);

function readIdentity(folder: string): Identity | z.infer<typeof formerIdentity> | null {
  const file = fileOf(folder);
  if (!existsSync(file)) return null;
  try {
    return z.union([formerIdentity, identity]).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
  }
  throw new Refusal({
    status: 503,
    label: "Data folder",
    messages: [
      `${file} is damaged. Put it back from a copy, or move it elsewhere to have a new one made: then every browser has to sign in again.`,
    ],
  });
}

/** Where the secrets of a folder are, for the doctor: reads files only, and creates nothing. */
export function placeOfSecrets(folder: string): "none yet" | "keychain" | "file" | "installation.json" {
  const found = readIdentity(folder);
  if (found !== null && "secret" in found) return "installation.json";
  return storedKeyPlace(folder) ?? "none yet";
}
