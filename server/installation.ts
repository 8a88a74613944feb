import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newToken } from "./lib/new-token.ts";
import { writePrivateFile } from "./lib/private-file.ts";

/** The identity of a data folder: the id that marks its agents' processes, and the secret behind its cookies. */
export interface Installation {
  id: string;
  secret: string;
}

/** Reads the folder's identity, or creates it at the first start: mode 0600, by rename, so that it is never half written. */
export function readInstallation(folder: string): Installation {
  const file = join(folder, "installation.json");
  if (existsSync(file)) return parseInstallation(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = { id: randomBytes(8).toString("hex"), secret: newToken() };
  writePrivateFile(file, JSON.stringify(made));
  return made;
}

function parseInstallation(file: string): Installation {
  try {
    const { id, secret } = JSON.parse(readFileSync(file, "utf8")) as Partial<Installation>;
    if (typeof id === "string" && typeof secret === "string") return { id, secret };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new Error(
    `${file} is damaged. Restore it from a backup, or move it elsewhere to have a new one created.`,
  );
}
