import { dateBound } from "../../../lib/date-bounds.ts";
import { isObject } from "../../../lib/json.ts";
import { gate, gates, type NewGateDecision } from "./model.ts";
import { text } from "./text.ts";

const words = text.problems;
const depthLimit = 20;
const kilobytes = 256;
const limits = { surface: 200, decision: 200, title: 500, url: 2_000 } as const;

/** A decision as a caller wrote it, once it has been checked. */
export interface ReadDecision {
  gate: (typeof gates)[number];
  surface: string;
  artifactUrl: string;
  title: string | null;
  decision: string;
  /** null if the entry does not say. */
  decidedAt: number | null;
  producingSessionUrl: string | null;
  payload: Record<string, unknown>;
  droppedFeedback: boolean;
}

/** Lower case, with `_` for spaces and hyphens; null if nothing is left. */
export const surfaceName = (given: string): string | null =>
  given
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, "_")
    .replaceAll(/^_+|_+$/g, "") || null;

/** R194: without every `human_feedback`, in any case and at any depth. */
export function withoutFeedback(value: unknown): { value: unknown; dropped: boolean } {
  if (Array.isArray(value)) {
    const items = value.map(withoutFeedback);
    return { value: items.map((item) => item.value), dropped: items.some(({ dropped }) => dropped) };
  }
  if (!isObject(value)) return { value, dropped: false };
  const entries = Object.entries(value);
  const kept = entries.filter(([key]) => key.toLowerCase() !== "human_feedback");
  const inner = kept.map(([key, item]) => ({ key, ...withoutFeedback(item) }));
  return {
    value: Object.fromEntries(inner.map(({ key, value: item }) => [key, item])),
    dropped: kept.length < entries.length || inner.some(({ dropped }) => dropped),
  };
}

/** The decision, or everything that is wrong with it. */
export function readDecision(input: NewGateDecision): ReadDecision | { problems: string[] } {
  const given = gate.safeParse(input.gate).data;
  const surface = surfaceName(input.surface ?? "");
  const problems = [
    ...problemsOfGate(input.gate),
    ...(surface === null ? [words.surface] : tooLong("surface", surface, limits.surface)),
    ...problemsOfEntry(input.entry, given),
  ];
  const { value: payload, dropped } = withoutFeedback(isShallow(input.entry) ? input.entry : null);
  if (problems.length > 0 || given === undefined || surface === null || !isObject(payload))
    return { problems };
  const decidedAt = textOf(payload, "decided_at");
  return {
    gate: given,
    surface,
    artifactUrl: artifactOf(payload, given) ?? "",
    title: textOf(payload, "title"),
    decision: textOf(payload, "decision") ?? "",
    decidedAt: decidedAt === null ? null : dateBound(decidedAt, "start"),
    producingSessionUrl: textOf(payload, "producing_session_url"),
    payload,
    droppedFeedback: dropped,
  };
}

/** Every text of an entry, for searching; keys are not searched. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

function problemsOfGate(given: string | null | undefined): string[] {
  if (given === null || given === undefined) return [words.noGate(gates.join(", "))];
  return gate.safeParse(given).success ? [] : [words.gate(given, gates.join(", "))];
}

/** Where entries name the artifact if they have no `artifact_url`, by what the gate decides about. */
const artifactKeys: Record<ReadDecision["gate"], readonly string[]> = {
  pr_merge: ["pr", "pr_url", "issue", "issue_url"],
  issue_work: ["issue", "issue_url", "pr", "pr_url"],
};

function artifactOf(entry: Record<string, unknown>, of: ReadDecision["gate"] = "pr_merge"): string | null {
  const others = artifactKeys[of].map((key) => textOf(entry, key));
  return (
    textOf(entry, "artifact_url") ?? others.find((value) => value !== null && isWebAddress(value)) ?? null
  );
}

function problemsOfEntry(entry: unknown, of: ReadDecision["gate"] | undefined): string[] {
  if (!isObject(entry)) return [words.entry];
  if (!isShallow(entry)) return [words.deep(depthLimit)];
  const artifact = artifactOf(entry, of);
  const decision = textOf(entry, "decision");
  const decidedAt = entry["decided_at"] ?? null;
  return [
    ...(decision === null ? [words.decision] : []),
    ...(artifact !== null && isWebAddress(artifact) ? [] : [words.artifact]),
    ...(decidedAt === null || isDate(decidedAt) ? [] : [words.decidedAt]),
    ...tooLong("entry.decision", decision, limits.decision),
    ...tooLong("entry.artifact_url", artifact, limits.url),
    ...tooLong("entry.title", textOf(entry, "title"), limits.title),
    ...tooLong("entry.producing_session_url", textOf(entry, "producing_session_url"), limits.url),
    ...(JSON.stringify(entry).length <= kilobytes * 1_024 ? [] : [words.large(kilobytes)]),
  ];
}

function isShallow(value: unknown, left = depthLimit): boolean {
  if (typeof value !== "object" || value === null) return true;
  return left > 0 && Object.values(value).every((item) => isShallow(item, left - 1));
}

const isDate = (value: unknown): boolean =>
  typeof value === "string" && dateBound(value.trim(), "start") !== null;

const tooLong = (name: string, value: string | null, most: number): string[] =>
  value !== null && value.length > most ? [words.long(name, most)] : [];

/** Trimmed; null if it is blank or not text. */
function textOf(entry: Record<string, unknown>, key: string): string | null {
  const value = entry[key];
  return typeof value === "string" ? value.trim() || null : null;
}

function isWebAddress(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed !== null && (parsed.protocol === "https:" || parsed.protocol === "http:");
}
