import { readFile } from "node:fs/promises";
import { asObject } from "./json.ts";
import type { SignIn } from "./runtime.ts";

export const notSignedIn: SignIn = { authenticated: false, method: null };

export function signedIn(method: string): SignIn {
  return { authenticated: true, method };
}

/** The content of a CLI's login file; empty if there is none or it cannot be read. */
export async function readLogins(path: string | null): Promise<Readonly<Record<string, unknown>>> {
  if (path === null) return {};
  try {
    return asObject(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return {}; // The CLI itself says what is wrong with its file.
  }
}

/** Whether a value of a login file holds a secret at all. */
export function isFilled(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
