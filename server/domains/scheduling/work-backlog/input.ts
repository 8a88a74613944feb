import { parseGitSource } from "../../../lib/git-source-rules.ts";
import { gitSourceSentence } from "../../../lib/git-source-text.ts";
import { isShallow } from "../../sessions/sessions/model.ts";
import { invalidItem } from "./errors.ts";
import { type Cost, costs, type NewBacklogItem } from "./model.ts";
import { type Issue, isCost, readIssue, surfaceName } from "./rules.ts";
import type { NewBacklogRow } from "./store.ts";
import { text } from "./text.ts";

const words = text.problems;
const titleLimit = 255;
const fieldLimit = 100;
const payloadLimit = 64 * 1024;

/** What a caller wrote about new work, once it has been checked. */
export interface ReadItem {
  issue: Issue | null;
  cost: Cost;
  columns: Pick<
    NewBacklogRow,
    | "title"
    | "prompt"
    | "agentRoot"
    | "gitRoot"
    | "surface"
    | "kind"
    | "scopeDirection"
    | "gateVerdict"
    | "decidedAt"
    | "payload"
  >;
}

interface Reading {
  /** Only a person may add work without an issue. */
  isPerson: boolean;
  hasRoot(name: string): boolean;
}

const trimmed = (value: string | null | undefined): string | null => value?.trim() || null;

/** Throws a refusal that names every problem. */
export function readNewItem(input: NewBacklogItem, reading: Reading): ReadItem {
  const url = trimmed(input.issue_url);
  const issue = url === null ? null : readIssue(url);
  const cost = input.estimated_cost;
  const decidedAt = readTime(input.decided_at);
  const problems = [
    ...(url !== null && issue === null ? [words.issue] : []),
    ...(isCost(cost) ? [] : [words.cost(costs.join(", "))]),
    ...(decidedAt === undefined ? [words.decidedAt] : []),
    ...(url === null ? problemsWithoutIssue(input, reading) : []),
    ...problemsOfPlace(input, reading),
    ...problemsOfFields(input),
  ];
  if (problems.length > 0 || !isCost(cost)) throw invalidItem(problems);
  return {
    issue,
    cost,
    columns: {
      title: trimmed(input.title) ?? issue?.key ?? "",
      prompt: trimmed(input.prompt),
      agentRoot: trimmed(input.agent_root),
      gitRoot: trimmed(input.git_root),
      surface: surfaceOf(input),
      kind: trimmed(input.kind),
      scopeDirection: trimmed(input.scope_direction),
      gateVerdict: trimmed(input.gate_verdict),
      decidedAt: decidedAt ?? null,
      payload: input.payload ?? {},
    },
  };
}

function surfaceOf({ surface }: NewBacklogItem): string | null {
  const given = trimmed(surface);
  return given === null ? null : surfaceName(given);
}

/** Epoch ms; null if none is given, undefined if it is no time. */
function readTime(value: string | null | undefined): number | null | undefined {
  const given = trimmed(value);
  if (given === null) return null;
  const at = /^\d{4}-\d\d-\d\dT/.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function problemsWithoutIssue(input: NewBacklogItem, { isPerson }: Reading): string[] {
  if (!isPerson) return [words.issueMissing];
  return [
    ...(trimmed(input.title) === null ? [words.title] : []),
    ...(trimmed(input.prompt) === null ? [words.prompt] : []),
    ...((trimmed(input.agent_root) ?? trimmed(input.git_root)) ? [] : [words.where]),
  ];
}

function problemsOfPlace(input: NewBacklogItem, { hasRoot }: Reading): string[] {
  const root = trimmed(input.agent_root);
  const gitRoot = trimmed(input.git_root);
  const parsed = gitRoot === null ? null : parseGitSource({ gitRoot, branch: "main" });
  return [
    ...(root === null || hasRoot(root) ? [] : [words.root(root)]),
    ...(parsed === null || parsed.ok ? [] : [gitSourceSentence(parsed.problem)]),
  ];
}

function problemsOfFields(input: NewBacklogItem): string[] {
  const fields = ["surface", "kind", "scope_direction", "gate_verdict"] as const;
  const isLong = (value: string | null | undefined, most: number): boolean => (value?.length ?? 0) > most;
  return [
    ...(isLong(input.title, titleLimit) ? [words.long("title", titleLimit)] : []),
    ...fields.filter((name) => isLong(input[name], fieldLimit)).map((name) => words.long(name, fieldLimit)),
    ...(fitsPayload(input.payload) ? [] : [words.payload]),
  ];
}

const fitsPayload = (payload: NewBacklogItem["payload"]): boolean =>
  isShallow(payload ?? {}) && JSON.stringify(payload ?? {}).length <= payloadLimit;
