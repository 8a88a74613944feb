import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Keyring from "@napi-rs/keyring";
import { writeFlushedPrivateFile } from "../private-file.ts";

/** A place for the encryption key. */
export interface KeyHolder {
  /** null if it has no key. Throws if it is not available. */
  read(): Buffer | null;
  write(key: Buffer): void;
}

/** A file that only the owner can read, for machines without a keychain. */
export function keyFile(folder: string): KeyHolder {
  const file = join(folder, "secrets.key");
  return {
    read: () => (existsSync(file) ? Buffer.from(readFileSync(file, "utf8").trim(), "base64url") : null),
    write: (key) => writeFlushedPrivateFile(file, `${key.toString("base64url")}\n`),
  };
}

/**
 * The keychain of macOS, the credential manager of Windows, or the Secret Service of a Linux desktop. `account` identifies
 * the data folder. Loaded on first use, because most starts need no secret.
 */
export function keychain(account: string): KeyHolder {
  const entry = () => {
    const require = createRequire(import.meta.url);
    const { Entry } = require("@napi-rs/keyring") as typeof Keyring;
    return new Entry("Signalbox", account, { linux: { store: "secret-service" } });
  };
  return {
    read() {
      const text = entry().getPassword();
      return text === null ? null : Buffer.from(text, "base64url");
    },
    write: (key) => entry().setPassword(key.toString("base64url")),
  };
}
