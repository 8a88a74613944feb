import type { Act, ActivityStep } from "../../../runtimes/activity-rules.ts";
import { thinking } from "../../../runtimes/activity-rules.ts";

/** One of the things that an agent does. */
export interface Doing {
  /** Of a call, or of what works in the background. Null for what the model does. */
  callId: string | null;
  act: Act;
  since: number;
  /** The CLI's id of what the call started. */
  taskId?: string;
  isInBackground?: boolean;
  /** The end of what the call printed. */
  output?: string;
}

/** What an agent does: what works in the background, its calls without a result, and what the model does; the newest is last. */
export type Doings = readonly Doing[];

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
      const behind = others.filter(({ isInBackground }) => isInBackground === true);
      const before = others.filter(({ isInBackground }) => isInBackground !== true);
      return [...behind, ...before.slice(1 - callLimit), { callId: step.callId, act: step.act, since: now }];
    }
    case "output":
      if (!doings.some(({ callId }) => callId === step.callId)) return doings;
      return doings.map((doing) => (doing.callId === step.callId ? withOutput(doing, step) : doing));
    case "result":
      return afterResult(doings, step.callId, now);
    case "task":
      return afterTask(doings, step);
    case "background":
      return afterBackground(doings, step.tasks, now);
    case "answered": {
      const left = doings.filter(({ isInBackground }) => isInBackground === true);
      return left.length > 0 ? left : doings;
    }
  }
}

function afterResult(doings: Doings, callId: string, now: number): Doings {
  const left = doings.filter((doing) => doing.callId !== callId);
  if (left.length === doings.length) return doings;
  const works = left.some(({ isInBackground }) => isInBackground !== true);
  return works ? left : [...left, { callId: null, act: thinking, since: now }];
}

/** What a call started is known by the call: what is in the background does the same. */
function afterTask(doings: Doings, { taskId, callId }: { taskId: string; callId: string }): Doings {
  const call = doings.find((doing) => doing.callId === callId);
  if (!call) return doings;
  return doings.map((doing) => {
    if (doing === call) return { ...doing, taskId };
    return doing.isInBackground === true && doing.taskId === taskId
      ? { ...doing, act: call.act, since: call.since }
      : doing;
  });
}

function afterBackground(
  doings: Doings,
  tasks: readonly { taskId: string; description: string }[],
  now: number,
): Doings {
  const behind = tasks.slice(0, callLimit).map(({ taskId, description }): Doing => {
    const known = doings.find((doing) => doing.taskId === taskId);
    const act: Act = known?.act ?? { kind: "running", subject: description || null };
    return { callId: `background ${taskId}`, taskId, isInBackground: true, act, since: known?.since ?? now };
  });
  const others = doings.filter(({ isInBackground }) => isInBackground !== true);
  const isIdle = behind.length === 0 && others.length === 0;
  return isIdle ? [{ callId: null, act: thinking, since: now }] : [...behind, ...others];
}

/** Characters of a command's output that are kept: enough for five lines of a usual width, and for most of what makes a secret known. */
export const outputLimit = 8_000;

function withOutput(doing: Doing, { text, isMore }: { text: string; isMore: boolean }): Doing {
  const whole = isMore ? (doing.output ?? "") + text : text;
  return { ...doing, output: whole.slice(-outputLimit) };
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
