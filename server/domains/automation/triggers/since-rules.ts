import type { ConditionKind } from "./model.ts";
import { kindOf } from "./rules.ts";

/**
 * Since when a condition fires: what happened before it was made, turned on, or given a repository or a label is not for it.
 * Epoch milliseconds of this machine's clock.
 */
export interface FiresSince {
  target: string;
  /** By lower-case name. */
  repos: Readonly<Record<string, number>>;
  labels: Readonly<Record<string, number>>;
}

interface Beginning {
  conditionType: string;
  configuration: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
}

export const listOf = (configuration: Readonly<Record<string, unknown>>, name: string): string[] => {
  const value = configuration[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
};

/** What a condition of the code host is about. */
export function targetOf(
  kind: ConditionKind | undefined,
  configuration: Readonly<Record<string, unknown>>,
): "issue" | "pull_request" {
  return kind === "code_host_issue" || configuration["target"] === "issue" ? "issue" : "pull_request";
}

/** Stands for all that a condition of a chat is about; it begins as one. */
export const everywhere = "*";

const isChat = (kind: ConditionKind | undefined): boolean => kind === "chat" || kind === "chat_bridge";

/** What a condition cannot change without beginning again. */
function scopeOf(kind: ConditionKind | undefined, configuration: Readonly<Record<string, unknown>>): string {
  if (kind === "code_host_check") return String(configuration["branch"]);
  if (!isChat(kind)) return targetOf(kind, configuration);
  const names = kind === "chat" ? ["event_type", "channel_id", "thread_ts"] : ["chat_id"];
  return names.map((name) => JSON.stringify(configuration[name] ?? "")).join(" ");
}

/** The state of a condition whose trigger is on or off: what is added begins now, what stays keeps its time. */
export function sinceState(
  { conditionType, configuration, state }: Beginning,
  { isOn, now }: { isOn: boolean; now: number },
): Record<string, unknown> {
  if (!isOn) return {};
  const kind = kindOf(conditionType);
  const target = `${kind} ${scopeOf(kind, configuration)}`;
  const before = readSince(state);
  const kept = before?.target === target ? before : null;
  return {
    since: {
      target,
      repos: timesOf(isChat(kind) ? [everywhere] : listOf(configuration, "repos"), kept?.repos, now),
      labels: timesOf(listOf(configuration, "labels"), kept?.labels, now),
    } satisfies FiresSince,
  };
}

const timesOf = (
  names: readonly string[],
  before: Readonly<Record<string, number>> | undefined,
  now: number,
) =>
  Object.fromEntries(
    names.map((name) => {
      const key = name.toLowerCase();
      const known = before && Object.hasOwn(before, key) ? before[key] : undefined;
      return [key, known ?? now];
    }),
  );

/** Null while the condition does not fire. */
export function readSince(state: Readonly<Record<string, unknown>>): FiresSince | null {
  const stored = state["since"] as FiresSince | undefined;
  return stored?.repos && stored.labels ? stored : null;
}

/** When a condition began to fire for a repository, and for one of its labels; null if it does not. */
export function firesSince({ repos, labels }: FiresSince, repository: string, label?: string): number | null {
  const ofRepository = repos[repository.toLowerCase()];
  const ofLabel = label === undefined ? 0 : labels[label.toLowerCase()];
  return ofRepository === undefined || ofLabel === undefined ? null : Math.max(ofRepository, ofLabel);
}
