import type { KnownSecret } from "./known.ts";
import { createScanner } from "./scan.ts";

export interface Redactor {
  /**
   * Replaces each secret in a line or a whole text by `[REDACTED:<tier>:<NAME>:<length>]`. Keeps the number of newlines, and
   * does not change its own result.
   */
  redact(text: string): string;
}

/** Finds secrets by their shape, and the `known` values of 12 characters and more in each form they take. */
export function createRedactor(options: { known?: readonly KnownSecret[] } = {}): Redactor {
  return { redact: createScanner(options.known ?? []) };
}
