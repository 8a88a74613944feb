import {
  kindOf,
  listOf,
  type OutsideEvent,
  type StoredCondition,
  type TriedEvent,
} from "../triggers/index.ts";
import { hasLabel, type Item, labeledEvent, openedEvent } from "./items.ts";
import { text } from "./text.ts";

/** What a condition makes of items as they are now. `labeledAt` says when its labels were put on an item. */
export async function itemTrials(
  { conditionType, configuration }: StoredCondition,
  items: readonly Item[],
  of: {
    since: number;
    labeledAt(item: Item, labels: readonly string[]): Promise<ReadonlyMap<string, number>>;
  },
): Promise<TriedEvent[]> {
  if (kindOf(conditionType) === "code_host_issue")
    return items
      .filter(({ createdAt }) => createdAt >= of.since)
      .map((item) => openedTrial(configuration, item));
  const found: TriedEvent[] = [];
  for (const item of items) {
    const present = listOf(configuration, "labels").filter((label) => item.isOpen && hasLabel(item, label));
    const times = present.length === 0 ? new Map<string, number>() : await of.labeledAt(item, present);
    for (const label of present) {
      const at = times.get(label.toLowerCase());
      if (at !== undefined && at >= of.since) found.push(triedEvent(labeledEvent(item, label, at), null));
    }
  }
  return found;
}

function openedTrial(configuration: Readonly<Record<string, unknown>>, item: Item): TriedEvent {
  const excluded = listOf(configuration, "exclude_labels").find((label) => hasLabel(item, label));
  if (excluded !== undefined) return triedEvent(openedEvent(item), text.hasLabel(excluded));
  return triedEvent(openedEvent(item), item.isOpen ? null : text.closedBefore);
}

const triedEvent = (
  { happenedAt: at, summary, variables }: OutsideEvent,
  reason: string | null,
): TriedEvent => ({ at, summary, variables, reason });

/** What a condition makes of a webhook: nothing if it is about something else. */
export function payloadTrials(
  { conditionType, configuration }: StoredCondition,
  { item, action, label }: { item: Item; action: string; label: string | undefined },
): TriedEvent[] {
  const isIn = listOf(configuration, "repos").some(
    (name) => name.toLowerCase() === item.repository.toLowerCase(),
  );
  if (!isIn) return [];
  if (kindOf(conditionType) === "code_host_issue")
    return item.target === "issue" && action === "opened" ? [openedTrial(configuration, item)] : [];
  const target = configuration["target"] === "issue" ? "issue" : "pull_request";
  const own = listOf(configuration, "labels").find((one) => one.toLowerCase() === label?.toLowerCase());
  if (target !== item.target || action !== "labeled" || own === undefined) return [];
  return [triedEvent(labeledEvent(item, own, item.updatedAt), item.isOpen ? null : text.closedBefore)];
}

/** A webhook that fires the condition, with names that stand for anything. */
export function samplePayload({ conditionType, configuration }: StoredCondition, now: number): object {
  const isIssue = kindOf(conditionType) === "code_host_issue" || configuration["target"] === "issue";
  const repository = listOf(configuration, "repos")[0] ?? "owner/name";
  const label = listOf(configuration, "labels")[0];
  const at = new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  const number = 123;
  return {
    action: label === undefined ? "opened" : "labeled",
    [isIssue ? "issue" : "pull_request"]: {
      number,
      title: text.sample.title,
      html_url: `https://github.com/${repository}/${isIssue ? "issues" : "pull"}/${number}`,
      user: { login: "octocat" },
      labels: label === undefined ? [] : [{ name: label }],
      body: text.sample.body,
      state: "open",
      created_at: at,
      updated_at: at,
    },
    ...(label !== undefined && { label: { name: label } }),
    repository: { full_name: repository },
    sender: { login: "octocat" },
  };
}
