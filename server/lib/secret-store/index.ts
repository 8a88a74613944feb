import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Refusal } from "../errors.ts";
import { writeFlushedPrivateFile } from "../private-file.ts";
import { type KeyHolder, keychain, keyFile } from "./key-holders.ts";
import { openText, sealText } from "./sealing.ts";

export { type GivenSecret, givenSecret } from "./given-secret.ts";

/** Secrets that the service has to read again: tokens of accounts, client secrets, signing keys. */
export interface SecretStore {
  /** Whether it was created before. Every other method creates it. */
  exists(): boolean;
  /** Where the key is stored. It is created on first use. */
  place(): Place;
  read(name: string): string | null;
  write(name: string, value: string): void;
  remove(name: string): void;
  /** Encrypts a value that is stored elsewhere, for example in the database. */
  seal(text: string): string;
  /** null if it was not sealed with this key. */
  open(sealed: string): string | null;
}

export type Place = "keychain" | "file";

const contents = z.object({
  version: z.literal(1),
  key: z.enum(["keychain", "file"]),
  entries: z.record(z.string(), z.string()),
});
type Contents = z.infer<typeof contents>;

const fileOf = (folder: string): string => join(folder, "secrets.json");

/** Where the key of a folder's secrets is; null if there are none. Reads and creates no key. */
export function storedKeyPlace(folder: string): Place | null {
  const file = fileOf(folder);
  return existsSync(file) ? readContents(file).key : null;
}

/** The place name for values stored elsewhere. No entry has this name. */
const elsewhere = "";

/**
 * Stores secrets in one file, each entry encrypted with AES-256-GCM. The key is in the system's keychain or, without one, in
 * a file that only the owner can read. The place of the key never changes, so that a temporarily locked keychain does not
 * make the secrets unreadable.
 */
export function secretStore(of: {
  folder: string;
  /** Identifies this data folder in the keychain. */
  account: string;
  /** `file` uses no keychain. */
  place: "auto" | "file";
  holders?: Record<Place, KeyHolder>;
}): SecretStore {
  const file = fileOf(of.folder);
  const holders = of.holders ?? { keychain: keychain(of.account), file: keyFile(of.folder) };
  let opened: { key: Buffer; contents: Contents } | undefined;

  function save(next: Contents): void {
    writeFlushedPrivateFile(file, `${JSON.stringify(next, null, 2)}\n`);
    if (opened) opened.contents = next;
  }

  function openStore(): { key: Buffer; contents: Contents } {
    if (opened) return opened;
    if (existsSync(file)) {
      const found = readContents(file);
      opened = { key: readKey(holders[found.key], found.key), contents: found };
    } else {
      const { key, place } = of.place === "file" ? makeKey(holders, ["file"]) : makeKey(holders);
      const made: Contents = { version: 1, key: place, entries: {} };
      opened = { key, contents: made };
      save(made);
    }
    return opened;
  }

  return {
    exists: () => existsSync(file),
    place: () => openStore().contents.key,
    read(name) {
      const { key, contents } = openStore();
      const sealed = contents.entries[name];
      return sealed === undefined ? null : openText(key, name, sealed);
    },
    write(name, value) {
      const { key, contents } = openStore();
      save({ ...contents, entries: { ...contents.entries, [name]: sealText(key, name, value) } });
    },
    remove(name) {
      const { contents } = openStore();
      const { [name]: gone, ...entries } = contents.entries;
      if (gone !== undefined) save({ ...contents, entries });
    },
    seal: (text) => sealText(openStore().key, elsewhere, text),
    open: (sealed) => openText(openStore().key, elsewhere, sealed),
  };
}

function readContents(file: string): Contents {
  try {
    return contents.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw unreadable(
      `${file} is damaged. Restore it from a backup, or move it away, change "stored" to "new" in installation.json, and sign in again.`,
      cause,
    );
  }
}

function readKey(holder: KeyHolder, place: Place): Buffer {
  const where = place === "keychain" ? "The system's keychain" : "The file secrets.key";
  const mend =
    'Make it available and start again. If its key is gone, move secrets.json away, change "stored" to "new" in installation.json, and sign in again.';
  let key: Buffer | null;
  try {
    key = holder.read();
  } catch (cause) {
    throw unreadable(`${where} cannot be read. ${mend}`, cause);
  }
  if (key?.byteLength !== 32) throw unreadable(`${where} has no key for this data folder. ${mend}`);
  return key;
}

/**
 * Creates a key in the first place that works: a keychain that stores it but does not return it is skipped. An existing key
 * is used again, because values stored elsewhere need it.
 */
function makeKey(
  holders: Record<Place, KeyHolder>,
  places: readonly Place[] = ["keychain", "file"],
): { key: Buffer; place: Place } {
  const key = randomBytes(32);
  for (const place of places) {
    try {
      const held = holders[place].read();
      if (held?.byteLength === 32) return { key: held, place };
      holders[place].write(key);
      if (holders[place].read()?.equals(key) === true) return { key, place };
    } catch (cause) {
      if (place === "file") throw cause;
    }
  }
  throw unreadable("Could not store a key for secrets: neither the keychain nor the data folder accepts it.");
}

const unreadable = (sentence: string, cause?: unknown): Refusal =>
  new Refusal({ status: 503, label: "Secrets unavailable", messages: [sentence], cause });
