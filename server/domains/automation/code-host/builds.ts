import {
  firesSince,
  listOf,
  type OutsideEvent,
  type OutsideEvents,
  type StoredCondition,
  type TriedEvent,
  type WatchedCondition,
} from "../triggers/index.ts";
import type { FailedCheck } from "./failed-checks.ts";
import type { Matching } from "./matching.ts";
import { text } from "./text.ts";

const kinds = ["code_host_check"] as const;
export const buildConditions = (events: OutsideEvents): readonly WatchedCondition[] => events.watched(kinds);

export const branchOf = ({ branch }: Readonly<Record<string, unknown>>): string =>
  typeof branch === "string" && branch !== "" ? branch : "main";

const textLimit = 10_000;

/** One for each commit, whichever of its checks and statuses fails first. */
const buildEvent = ({ repository, branch, sha, name, url, summary, at }: FailedCheck): OutsideEvent => ({
  key: `build:${repository}@${branch}:${sha}`.toLowerCase(),
  happenedAt: at,
  summary: `${repository} ${branch} ${sha.slice(0, 7)}: ${name}`,
  variables: {
    event: text.failed(name, branch, repository),
    link: url,
    text: summary.slice(0, textLimit),
    repo: repository,
    title: name,
  },
});

const isOf = (configuration: Readonly<Record<string, unknown>>, check: FailedCheck): boolean =>
  branchOf(configuration) === check.branch &&
  listOf(configuration, "repos").some((name) => name.toLowerCase() === check.repository.toLowerCase());

/** Compares failed checks with the conditions that wait for them. */
export function buildMatching(events: OutsideEvents, isSince: Matching["isSince"]) {
  return (check: FailedCheck): void => {
    for (const { id, configuration, since } of buildConditions(events)) {
      const from = firesSince(since, check.repository);
      if (from !== null && isOf(configuration, check))
        events.saw(id, buildEvent(check), isSince(check.at, from));
    }
  };
}

export function buildTrial({ configuration }: StoredCondition, check: FailedCheck): TriedEvent[] {
  if (!isOf(configuration, check)) return [];
  const { happenedAt: at, summary, variables } = buildEvent(check);
  return [{ at, summary, variables, reason: null }];
}

/** A webhook of a check that fails the condition's branch. */
export const sampleCheck = ({ configuration }: StoredCondition, now: number): object => ({
  action: "completed",
  check_run: {
    name: "test",
    head_sha: "0123456789abcdef0123456789abcdef01234567",
    html_url: `https://github.com/${listOf(configuration, "repos")[0] ?? "owner/name"}/runs/1`,
    conclusion: "failure",
    completed_at: new Date(now).toISOString().replace(/\.\d+Z$/, "Z"),
    output: { title: text.sample.check, summary: "" },
    check_suite: { head_branch: branchOf(configuration) },
  },
  repository: { full_name: listOf(configuration, "repos")[0] ?? "owner/name" },
});
