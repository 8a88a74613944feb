import { stripVTControlCharacters } from "node:util";
import { outputLimit } from "./rules.ts";

const shownLines = 5;
const lineLimit = 200;

/** The last whole lines that a command printed, as a terminal shows them, redacted before they are shortened. */
export function lastLines(output: string, redact: (text: string) => string): string[] {
  // A line of which a part is missing may hold a part of a secret.
  const whole = output.slice(0, output.lastIndexOf("\n") + 1);
  const kept = output.length >= outputLimit ? whole.replace(/^[^\n]*\n/, "") : whole;
  // The rest of a private key without its first line is not known for what it is.
  const [, after = kept] = kept.includes("-----BEGIN ") ? [] : kept.split(/-----END [A-Z ]+-----/, 2);
  const lines = redact(stripVTControlCharacters(after)).split("\n");
  return lines
    .map((line) => line.trimEnd().split("\r").at(-1)?.slice(0, lineLimit) ?? "")
    .filter((line) => line.trim() !== "")
    .slice(-shownLines);
}
