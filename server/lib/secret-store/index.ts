import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Refusal } from "../errors.ts";
import { writePrivateFile } from "../private-file.ts";
import { type KeyHolder, keychain, keyFile } from "./key-holders.ts";
import { openText, sealText } from "./sealing.ts";

/** What has to be read again and is nobody else's: tokens of accounts, client secrets, signing keys. */
export interface SecretStore {
  /** Where the key is that opens them. Made at the first use. */
  place(): Place;
  read(name: string): string | null;
  write(name: string, value: string): void;
  remove(name: string): void;
  /** For a value that is kept elsewhere, such as in the database. */
  seal(text: string): string;
  /** null where it was not sealed here. */
  open(sealed: string): string | null;
}

export type Place = "keychain" | "file";

const contents = z.object({
  version: z.literal(1),
  key: z.enum(["keychain", "file"]),
  entries: z.record(z.string(), z.string()),
});
type Contents = z.infer<typeof contents>;

/** The place of values that are kept elsewhere. No entry has such a name. */
const elsewhere = "";

/**
 * Secrets at rest: one file, each entry AES-256-GCM, and its key in the system's keychain; where there is none, in
 * a file that only the owner reads. Once chosen the place stays, so that a keychain which is locked for a day
 * does not lose what is sealed.
 */
export function secretStore(of: {
  folder: string;
  /** Names this data folder in the keychain. */
  account: string;
  /** `file` asks no keychain. */
  place: "auto" | "file";
  holders?: Record<Place, KeyHolder>;
}): SecretStore {
  const file = join(of.folder, "secrets.json");
  const holders = of.holders ?? { keychain: keychain(of.account), file: keyFile(of.folder) };
  let opened: { key: Buffer; contents: Contents } | undefined;

  function save(next: Contents): void {
    writePrivateFile(file, `${JSON.stringify(next, null, 2)}\n`);
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
      `${file} is damaged. Restore it from a backup, or move it away and sign in again.`,
      cause,
    );
  }
}

function readKey(holder: KeyHolder, place: Place): Buffer {
  const where = place === "keychain" ? "The system's keychain" : "The file secrets.key";
  const mend = "Make it available and try again, or move secrets.json away and sign in again.";
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
 * A key in the first place that keeps one: a keychain that takes it and does not give it back is none. One that is
 * there already goes on, since what is sealed elsewhere needs it.
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
