import type { Piece } from "../../../lib/code/spans.ts";

/** What stands where a secret was, in the words of its marker. */
export interface Redaction {
  /** `GITHUB_TOKEN` of `[REDACTED:shape:GITHUB_TOKEN:40]`. */
  name: string;
  title: string;
}

const marker = /\[REDACTED:([^\]\n]{1,200})\]/g;

/** A text in pieces: as it stands, and where secrets were taken out. */
export function textParts(text: string): (string | Redaction)[] {
  return cutAtMarkers(text).map(({ from, to, redaction }) => redaction ?? text.slice(from, to));
}

/** Code in pieces of one colour each, and where secrets were taken out: a marker is in one piece, whatever the colours. */
export function codeParts(pieces: readonly Piece[]): (Piece | Redaction)[] {
  const text = pieces.map((piece) => piece.text).join("");
  return cutAtMarkers(text).flatMap(({ from, to, redaction }): (Piece | Redaction)[] =>
    redaction ? [redaction] : piecesBetween(pieces, from, to),
  );
}

function piecesBetween(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap(({ kind, text }) => {
    const cut = text.slice(Math.max(from - start, 0), Math.max(to - start, 0));
    start += text.length;
    return cut === "" ? [] : [{ kind, text: cut }];
  });
}

interface Cut {
  from: number;
  to: number;
  redaction: Redaction | null;
}

function cutAtMarkers(text: string): Cut[] {
  const cuts: Cut[] = [];
  let end = 0;
  for (const found of text.matchAll(marker)) {
    if (found.index > end) cuts.push({ from: end, to: found.index, redaction: null });
    const to = found.index + found[0].length;
    cuts.push({ from: found.index, to, redaction: redactionOf(found[1] ?? "") });
    end = to;
  }
  if (end < text.length) cuts.push({ from: end, to: text.length, redaction: null });
  return cuts;
}

function redactionOf(inside: string): Redaction {
  const [tier = "", ...rest] = inside.split(":");
  const characters = rest.length > 1 && /^\d+$/.test(rest.at(-1) ?? "") ? rest.pop() : undefined;
  const name = rest.join(":").split("/").at(-1) || tier;
  const why = tier === "known" ? "it matches a known secret" : "it looks like a secret";
  const size = characters === undefined ? "" : `${characters} characters `;
  return { name, title: `${size}removed before they were stored: ${why}` };
}

const escape = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const command = String.raw`\[[0-9;?]*[ -/]*[@-~]`;
const title = `\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`;
const escapes = new RegExp(`${escape}(?:${command}|${title}|[@-Z\\\\^_])`, "g");

/** Without the signs that colour a terminal. */
export const withoutAnsi = (text: string): string => text.replace(escapes, "");

export const hasAnsi = (text: string): boolean => text.includes(escape);

/** The lines shown at once, and how many stay folded in. */
export function headOf(text: string, most: number): { head: string; hidden: number } {
  const lines = text.replace(/\n+$/, "").split("\n");
  return { head: lines.slice(0, most).join("\n"), hidden: Math.max(lines.length - most, 0) };
}
