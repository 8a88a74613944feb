import type { Act, ActivityStep } from "../../../runtimes/activity-rules.ts";
import { thinking } from "../../../runtimes/activity-rules.ts";

/** What an agent does: its calls that have no result yet, and what the model does; the newest is last. */
export type Doings = readonly { callId: string | null; act: Act; since: number }[];

export const begin = (now: number): Doings => [
  { callId: null, act: { kind: "starting", subject: null }, since: now },
];

/** A result may never come; an agent has far fewer calls at once. */
const callLimit = 20;

/** The doings after one step. The same object if nothing changed. */
export function afterStep(doings: Doings, step: ActivityStep, now: number): Doings {
  switch (step.step) {
    case "model": {
      const last = doings.at(-1);
      if (last?.callId === null && isSame(last.act, step.act)) return doings;
      return [...calls(doings), { callId: null, act: step.act, since: now }];
    }
    case "call": {
      const others = calls(doings).filter(({ callId }) => callId !== step.callId);
      return [...others.slice(1 - callLimit), { callId: step.callId, act: step.act, since: now }];
    }
    case "result": {
      const left = doings.filter(({ callId }) => callId !== step.callId);
      if (left.length === doings.length) return doings;
      return left.length > 0 ? left : [{ callId: null, act: thinking, since: now }];
    }
  }
}

const calls = (doings: Doings): Doings => doings.filter(({ callId }) => callId !== null);

const isSame = (one: Act, other: Act): boolean => one.kind === other.kind && one.subject === other.subject;

/** Long enough for a command to be recognized. */
const subjectLimit = 120;
/** More is not looked at: a command may contain a whole file. */
const readLimit = 4_000;

/** The subject as a row shows it: one line, redacted before it is shortened, and a file by its path in the clone. */
export function shownSubject(
  { kind, subject }: Act,
  { folder, redact }: { folder: string; redact(text: string): string },
): string | null {
  if (subject === null) return null;
  const inClone = kind === "editing" || kind === "reading" ? pathIn(folder, subject) : subject;
  const lines = redact(inClone.slice(0, readLimit)).trim().split("\n");
  const line = (lines[0] ?? "").replaceAll(/\s+/g, " ").trim();
  const isWhole = lines.length === 1 && line.length <= subjectLimit;
  return isWhole ? line : `${line.slice(0, subjectLimit - 1).trimEnd()}…`;
}

function pathIn(folder: string, path: string): string {
  if (path === folder) return ".";
  if (path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`)) return path.slice(folder.length + 1);
  const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
  return isAbsolute ? (path.split(/[\\/]/).at(-1) ?? path) : path;
}

/** The lines of `git diff --shortstat`. */
export function linesOf(shortstat: string): { added: number; removed: number } {
  const number = (pattern: RegExp): number => Number(pattern.exec(shortstat)?.[1] ?? 0);
  return { added: number(/(\d+) insertion/), removed: number(/(\d+) deletion/) };
}
