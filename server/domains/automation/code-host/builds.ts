import { z } from "zod";
import {
  firesSince,
  listOf,
  type OutsideEvent,
  type OutsideEvents,
  type StoredCondition,
  type TriedEvent,
  type WatchedCondition,
} from "../triggers/index.ts";
import type { Delivery } from "../webhooks/index.ts";
import { text } from "./text.ts";

/** A check that failed on the head of a branch. */
export interface FailedCheck {
  /** `owner/name` */
  repository: string;
  branch: string;
  sha: string;
  name: string;
  url: string;
  summary: string;
  /** Epoch milliseconds of the host's clock. */
  at: number;
}

const kinds = ["code_host_check"] as const;
export const buildConditions = (events: OutsideEvents): readonly WatchedCondition[] => events.watched(kinds);

export const branchOf = ({ branch }: Readonly<Record<string, unknown>>): string =>
  typeof branch === "string" && branch !== "" ? branch : "main";

const instant = z.string().transform((value, context) => {
  const at = Date.parse(value);
  if (Number.isNaN(at)) context.addIssue("no time");
  return at;
});

const failures: ReadonlySet<string> = new Set(["failure", "timed_out", "startup_failure"]);

/** A check in GitHub's REST answers and in its webhooks. */
export const hostCheck = z.object({
  name: z.string(),
  head_sha: z.string().regex(/^[0-9a-f]{7,64}$/),
  html_url: z.string().nullish(),
  conclusion: z.string().nullish(),
  completed_at: instant.nullish(),
  output: z.object({ title: z.string().nullish(), summary: z.string().nullish() }).nullish(),
});

/** Null unless it failed. */
export function failedCheck(
  { name, head_sha: sha, html_url, conclusion, completed_at: at, output }: z.output<typeof hostCheck>,
  of: { repository: string; branch: string },
): FailedCheck | null {
  if (!failures.has(conclusion ?? "") || typeof at !== "number") return null;
  const url = html_url ?? `https://github.com/${of.repository}/commit/${sha}`;
  const summary = [output?.title, output?.summary].filter((line) => (line ?? "") !== "").join("\n");
  return { ...of, sha, name, url, summary, at };
}

const payload = z.object({
  action: z.string(),
  repository: z.object({ full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/) }),
  // Checks of a fork's commits have no branch here.
  check_run: hostCheck.extend({ check_suite: z.object({ head_branch: z.string().nullish() }) }),
});

/** The failed check of a delivery; null for anything else. */
export function deliveredCheck({ event, body }: Delivery): FailedCheck | null {
  if (event !== "check_run") return null;
  const read = payload.safeParse(body);
  const branch = read.data?.check_run.check_suite.head_branch ?? null;
  if (!read.success || read.data.action !== "completed" || branch === null) return null;
  return failedCheck(read.data.check_run, { repository: read.data.repository.full_name, branch });
}

const textLimit = 10_000;

/** One for each commit, whichever of its checks fails first. */
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
export function buildMatching(events: OutsideEvents, hostTime: (at: number) => number) {
  return (check: FailedCheck): void => {
    for (const { id, configuration, since } of buildConditions(events)) {
      const from = firesSince(since, check.repository);
      if (from !== null && isOf(configuration, check))
        events.saw(id, buildEvent(check), check.at >= hostTime(from));
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
