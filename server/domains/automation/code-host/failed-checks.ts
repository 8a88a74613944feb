import { z } from "zod";
import type { Delivery } from "../webhooks/index.ts";

/** A check or a commit status that failed on the head of a branch. */
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

type Place = Pick<FailedCheck, "repository" | "branch">;

const instant = z.string().transform((value, context) => {
  const at = Date.parse(value);
  if (Number.isNaN(at)) context.addIssue("no time");
  return at;
});
const commit = z.string().regex(/^[0-9a-f]{7,64}$/);

/** A check in GitHub's REST answers and in its webhooks. */
const hostCheck = z.object({
  name: z.string(),
  head_sha: commit,
  html_url: z.string().nullish(),
  conclusion: z.string().nullish(),
  completed_at: instant.nullish(),
  output: z.object({ title: z.string().nullish(), summary: z.string().nullish() }).nullish(),
});

/** A commit status, GitHub's older kind of check, in its REST answers and in its webhooks. */
const hostStatus = z.object({
  context: z.string(),
  state: z.string(),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
  updated_at: instant,
});

const badConclusions: ReadonlySet<string> = new Set(["failure", "timed_out", "startup_failure"]);
const badStates: ReadonlySet<string> = new Set(["failure", "error"]);

const commitUrl = (repository: string, sha: string): string =>
  `https://github.com/${repository}/commit/${sha}`;

/** Anybody who may set a status chooses its address. */
const isWeb = (url: string | null | undefined): url is string => /^https?:\/\//i.test(url ?? "");

function failedRun(
  { name, head_sha: sha, html_url, conclusion, completed_at: at, output }: z.output<typeof hostCheck>,
  of: Place,
): FailedCheck[] {
  if (!badConclusions.has(conclusion ?? "") || typeof at !== "number") return [];
  const url = isWeb(html_url) ? html_url : commitUrl(of.repository, sha);
  const summary = [output?.title, output?.summary].filter((line) => (line ?? "") !== "").join("\n");
  return [{ ...of, sha, name, url, summary, at }];
}

function failedStatus(
  { context: name, state, description, target_url, updated_at: at }: z.output<typeof hostStatus>,
  { sha, ...of }: Place & { sha: string },
): FailedCheck[] {
  if (!badStates.has(state)) return [];
  const url = isWeb(target_url) ? target_url : commitUrl(of.repository, sha);
  return [{ ...of, sha, name, url, summary: description ?? "", at }];
}

const pageOf = { total_count: z.number().default(0) };
const runsPage = z.object({ ...pageOf, check_runs: z.array(z.unknown()) });
const statusPage = z.object({ ...pageOf, sha: commit.nullish(), statuses: z.array(z.unknown()) });

/** One page of what is read at the head of a branch. */
export interface FailedPage {
  failed: FailedCheck[];
  /** How many there are on all pages, the good ones among them. */
  total: number;
}

/** The two lists of the host that say what is red, by the last part of their address. */
export const failureLists: Readonly<
  Record<"check-runs" | "status", (data: unknown, of: Place) => FailedPage>
> = {
  "check-runs"(data, of) {
    const { total_count: total, check_runs: runs } = runsPage.parse(data);
    const failed = runs.flatMap((run) => {
      const read = hostCheck.safeParse(run);
      return read.data ? failedRun(read.data, of) : [];
    });
    return { failed, total };
  },
  status(data, of) {
    const { total_count: total, sha, statuses } = statusPage.parse(data);
    const failed = statuses.flatMap((status) => {
      const read = hostStatus.safeParse(status);
      return read.data && sha ? failedStatus(read.data, { ...of, sha }) : [];
    });
    return { failed, total };
  },
};

const repository = z.object({ full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/) });

const checkPayload = z.object({
  action: z.literal("completed"),
  repository,
  // Checks of a fork's commits have no branch here.
  check_run: hostCheck.extend({ check_suite: z.object({ head_branch: z.string() }) }),
});

const statusPayload = hostStatus.extend({
  repository,
  sha: commit,
  branches: z.array(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) })),
});

/** What a delivery says is red, on each branch; nothing for anything else. */
export function deliveredFailures({ event, body }: Delivery): FailedCheck[] {
  if (event === "check_run") {
    const { data } = checkPayload.safeParse(body);
    if (!data) return [];
    const { check_run: run } = data;
    return failedRun(run, { repository: data.repository.full_name, branch: run.check_suite.head_branch });
  }
  if (event !== "status") return [];
  const { data } = statusPayload.safeParse(body);
  // A branch that has the commit may be further by now.
  const heads = data?.branches.filter((branch) => branch.commit.sha === data.sha) ?? [];
  return heads.flatMap(({ name: branch }) =>
    data ? failedStatus(data, { repository: data.repository.full_name, branch, sha: data.sha }) : [],
  );
}
