import { readRegularFile } from "../lib/read-within.ts";
import { asObject } from "./json.ts";
import type { SignIn } from "./runtime.ts";

export const notSignedIn: SignIn = { authenticated: false, method: null };

export function signedIn(method: string): SignIn {
  return { authenticated: true, method };
}

/** A login file is a few KB. */
const mostBytes = 1024 * 1024;

/** The content of a CLI's login file, which an agent may have written; empty if there is none or it cannot be read. */
export async function readLogins(path: string | null): Promise<Readonly<Record<string, unknown>>> {
  if (path === null) return {};
  try {
    const bytes = await readRegularFile(path, mostBytes);
    return asObject(JSON.parse(Buffer.from(bytes ?? []).toString("utf8")));
  } catch {
    return {}; // The CLI itself says what is wrong with its file.
  }
}

/** Whether a value of a login file holds a secret at all. */
export function isFilled(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
