import { stripVTControlCharacters } from "node:util";
import { outputLimit } from "./rules.ts";

const shownLines = 5;
const lineLimit = 200;

/** The last whole lines that a command printed, as a terminal shows them, redacted before they are shortened. */
export function lastLines(output: string, redact: (text: string) => string): string[] {
  // A line of which a part is missing may hold a part of a secret.
  const whole = output.slice(0, output.lastIndexOf("\n") + 1);
  const cut = whole.length > outputLimit ? whole.slice(-outputLimit).replace(/^[^\n]*\n/, "") : whole;
  const lines = redact(stripVTControlCharacters(cut)).split("\n");
  return lines
    .map((line) => line.trimEnd().split("\r").at(-1)?.slice(0, lineLimit) ?? "")
    .filter((line) => line.trim() !== "")
    .slice(-shownLines);
}
