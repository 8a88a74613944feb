import { isObject } from "../../../lib/json.ts";
import { goalKinds, outcomeKinds, type Segment, triggerKinds, triggerSources } from "./model.ts";
import { text } from "./text.ts";

export const limits = { segments: 5_000, depth: 32, problems: 50, goal: 500, explanation: 140, meta: 200 };

/** A tree that is right, and what lists show of it. */
export interface ReadTree {
  root: Segment;
  segments: number;
  failures: number;
  depth: number;
}

interface Reading {
  problems: string[];
  segments: number;
  failures: number;
  depth: number;
}

interface Place {
  /** The id that it has by its position. */
  at: string;
  /** Its number among the children of its parent. */
  index: number;
  /** From 1. */
  depth: number;
}

/** R191: the whole tree, or every problem of it (X25: an explanation is needed on success too). */
export function readTree(root: unknown): ReadTree | { problems: string[] } {
  const reading: Reading = { problems: [], segments: 0, failures: 0, depth: 0 };
  if (root === undefined || root === null) return { problems: [text.root] };
  const read = readSegment(root, { at: "S0", index: 0, depth: 1 }, reading);
  if (reading.segments > limits.segments) reading.problems.unshift(text.many(limits.segments));
  if (reading.problems.length > 0 || !read) return { problems: shortened(reading.problems) };
  const { segments, failures, depth } = reading;
  return { root: read, segments, failures, depth };
}

function shortened(problems: readonly string[]): string[] {
  const more = problems.length - limits.problems;
  return more > 0 ? [...problems.slice(0, limits.problems), text.more(more)] : [...problems];
}

/** null for what is not a segment at all, or beyond the limits. */
function readSegment(value: unknown, place: Place, reading: Reading): Segment | null {
  const { at, depth } = place;
  const { problems } = reading;
  reading.segments += 1;
  if (reading.segments > limits.segments) return null;
  if (depth > limits.depth) return refused(problems, text.deep(at, limits.depth));
  if (!isObject(value)) return refused(problems, text.object(at));
  if (value["id"] !== at) problems.push(text.id(at, JSON.stringify(value["id"] ?? null).slice(0, 60)));
  reading.depth = Math.max(reading.depth, depth);
  const trigger = readTrigger(value["trigger"], place, problems);
  const goal = readGoal(value["goal"], at, problems);
  const outcome = readOutcome(value["outcome"], at, problems);
  const meta = readMeta(value["meta"], at, problems);
  if (outcome?.kind === "Failure") reading.failures += 1;
  const children = readChildren(value["children"], place, reading);
  return trigger && goal && outcome ? { id: at, trigger, goal, outcome, meta, children } : null;
}

function readChildren(value: unknown, { at, depth }: Place, reading: Reading): Segment[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    reading.problems.push(text.children(at));
    return [];
  }
  const children: Segment[] = [];
  for (const [index, child] of value.entries()) {
    if (reading.segments > limits.segments) break;
    const read = readSegment(child, { at: `${at}.${index}`, index, depth: depth + 1 }, reading);
    if (read) children.push(read);
  }
  return children;
}

function readTrigger(value: unknown, { at, index }: Place, problems: string[]): Segment["trigger"] | null {
  if (!isObject(value)) return refused(problems, text.part(at, "trigger"));
  const kind = choice(value["kind"], triggerKinds, () => text.oneOf(at, "trigger.kind", triggerKinds));
  const source = choice(value["source"], triggerSources, () =>
    text.oneOf(at, "trigger.source", triggerSources),
  );
  problems.push(...kind.problems, ...source.problems);
  if (kind.value === "Correction" && index === 0) problems.push(text.correction(at));
  if (kind.value === null || source.value === null) return null;
  const [event, words] = [cut(value["event_id"]), cut(value["text"], limits.goal)];
  return {
    kind: kind.value,
    source: source.value,
    ...(event !== null && { event_id: event }),
    ...(words !== null && { text: words }),
  };
}

function readGoal(value: unknown, at: string, problems: string[]): Segment["goal"] | null {
  if (!isObject(value)) return refused(problems, text.part(at, "goal"));
  const kind = choice(value["kind"], goalKinds, () => text.oneOf(at, "goal.kind", goalKinds));
  const words = readText(value["text"], { at, name: "goal.text", most: limits.goal }, problems);
  problems.push(...kind.problems);
  return kind.value !== null && words !== null ? { text: words, kind: kind.value } : null;
}

function readOutcome(value: unknown, at: string, problems: string[]): Segment["outcome"] | null {
  if (!isObject(value)) return refused(problems, text.part(at, "outcome"));
  const kind = choice(value["kind"], outcomeKinds, () => text.oneOf(at, "outcome.kind", outcomeKinds));
  const field = { at, name: "outcome.explanation", most: limits.explanation };
  const explanation = readText(value["explanation"], field, problems);
  problems.push(...kind.problems);
  if (kind.value === null || explanation === null) return null;
  const given: unknown = value["evidence_event_ids"];
  const evidence = Array.isArray(given) ? given.slice(0, 100).flatMap((id) => cut(id) ?? []) : null;
  return { kind: kind.value, explanation, ...(evidence && { evidence_event_ids: evidence }) };
}

/** Numbers that are none become null, and texts are cut; only a wrong range is refused. */
function readMeta(given: unknown, at: string, problems: string[]): Segment["meta"] {
  const meta = isObject(given) ? given : {};
  const range: unknown = meta["event_range"] ?? null;
  const isRange = Array.isArray(range) && range.length === 2 && range.every(Number.isFinite);
  if (range !== null && !isRange) problems.push(text.range(at));
  return {
    event_range: isRange ? (range as number[]) : null,
    wall_clock_s: numberOf(meta["wall_clock_s"]),
    tokens_in: numberOf(meta["tokens_in"]),
    tokens_out: numberOf(meta["tokens_out"]),
    model: cut(meta["model"]),
    source_transcript_id: cut(meta["source_transcript_id"]),
  };
}

interface TextField {
  at: string;
  name: string;
  most: number;
}

/** Trimmed; null if it is refused. */
function readText(value: unknown, { at, name, most }: TextField, problems: string[]): string | null {
  const words = typeof value === "string" ? value.trim() : "";
  if (words === "") return refused(problems, text.missing(at, name));
  return words.length > most ? refused(problems, text.long(at, name, most)) : words;
}

function choice<Value extends string>(given: unknown, known: readonly Value[], problem: () => string) {
  const value = known.find((one) => one === given) ?? null;
  return { value, problems: value === null ? [problem()] : [] };
}

function refused(problems: string[], problem: string): null {
  problems.push(problem);
  return null;
}

const cut = (value: unknown, most = limits.meta): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, most) : null;

function numberOf(value: unknown): number | null {
  const isNumeral = typeof value === "string" && value.trim() !== "";
  const number = typeof value === "number" || isNumeral ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
