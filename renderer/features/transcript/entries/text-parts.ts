import type { Piece } from "../../../lib/code/spans.ts";
import { text as words } from "./text.ts";

/** What replaced a secret, as its marker says. */
export interface Redaction {
  /** `GITHUB_TOKEN` of `[REDACTED:shape:GITHUB_TOKEN:40]`. */
  name: string;
  title: string;
}

const marker = /\[REDACTED:([^\]\n]{1,200})\]/g;

/** The pieces of a text and the places of removed secrets. */
export function textParts(text: string): (string | Redaction)[] {
  return cutAtMarkers(text).map(({ from, to, redaction }) => redaction ?? text.slice(from, to));
}

/** Highlighted code and the places of removed secrets; a marker is one piece, even across colors. */
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
  return {
    name,
    title: tier === "known" ? words.secrets.known(characters) : words.secrets.shape(characters),
  };
}

const escape = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const command = String.raw`\[[0-9;?]*[ -/]*[@-~]`;
const title = `\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`;
const escapes = new RegExp(`${escape}(?:${command}|${title}|[@-Z\\\\^_])`, "g");

/** The text without terminal escape codes. */
export const withoutAnsi = (text: string): string => text.replace(escapes, "");

export const hasAnsi = (text: string): boolean => text.includes(escape);

/** The first lines, and how many are hidden. */
export function headOf(text: string, most: number): { head: string; hidden: number } {
  const lines = text.replace(/\n+$/, "").split("\n");
  return { head: lines.slice(0, most).join("\n"), hidden: Math.max(lines.length - most, 0) };
}
