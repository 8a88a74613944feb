import { z } from "zod";
import {
  type GitHubAccess,
  gitHubClient,
  hostTime,
  partName,
  RateLimited,
  repositoryQuery,
  unlessForbidden,
} from "../../../lib/github/index.ts";
import type { DescriptionFacts } from "../../sessions/goals/model.ts";
import { type Ci, rollUp } from "./ci-rules.ts";
import { readDescription } from "./description-rules.ts";
import type { Comment, FailedCheck } from "./feedback-rules.ts";
import type { PullRequestLink } from "./link-rules.ts";
import { type MergeRun, mergeRun } from "./model.ts";
import { repositoryReader } from "./repository-reader.ts";
import { text } from "./text.ts";

/** The state of a pull request on GitHub. */
export interface Snapshot {
  state: "open" | "merged" | "closed";
  title: string;
  isDraft: boolean;
  headSha: string;
  /** null once it is closed or merged. */
  ci: Ci | null;
  labels: string[];
  description: DescriptionFacts;
  /** null while GitHub is still computing it. */
  conflicts: boolean | null;
  mergeSha: string | null;
  /** By the host's clock; null while it is not merged. */
  mergedAt: number | null;
  /** Some of its checks have not ended. */
  hasRunningChecks: boolean;
  comments: Comment[];
  /** The account of the token, which the agent may comment with. */
  ownLogin: string;
  /** The host's clock. */
  hostNow: number;
}

export type GitHub = ReturnType<typeof gitHub>;

/** Pull requests per query. */
export const pullRequestsAtOnce = 25;

/** Reads from GitHub, each with a time limit. Throws RateLimited once the rate limit is exceeded. */
export function gitHub(access: GitHubAccess) {
  const { call, graphql } = gitHubClient(access);

  return {
    /** In the given order, with an error in place of a pull request that GitHub does not show. */
    async snapshots(links: readonly PullRequestLink[], signal: AbortSignal): Promise<(Snapshot | Error)[]> {
      const { data, errorAt, date } = await graphql(queryFor(links), signal);
      const answer = snapshotsAnswer.parse(data);
      const host = { ownLogin: answer?.viewer?.login ?? "", hostNow: hostTime(date, access.now()) };
      return links.map((_, index) => {
        const part = partName(index);
        const found = answer?.parts[part]?.pullRequest;
        if (!found) return new Error(errorAt(part) ?? text.notShown);
        const read = pullRequestNode.safeParse(found);
        return read.success ? { ...snapshotOf(read.data), ...host } : new Error(text.unreadable);
      });
    },

    failedChecks: failedChecksReader(call),
    ...repositoryReader(call),

    /** The workflow runs of a commit; at most one page. */
    runsOf: ({ owner, repo }: PullRequestLink, sha: string, signal: AbortSignal): Promise<MergeRun[]> =>
      call(async (octokit) => {
        const { data } = await octokit.request("GET /repos/{owner}/{repo}/actions/runs", {
          owner,
          repo,
          head_sha: sha,
          per_page: 100,
          request: { signal },
        });
        return runsAnswer.parse(data).workflow_runs;
      }),
  };
}

/** Reads the failed checks of a commit, with the lines that the first of them name. */
function failedChecksReader(call: ReturnType<typeof gitHubClient>["call"]) {
  interface Commit {
    of: PullRequestLink;
    sha: string;
    signal: AbortSignal;
  }
  type Run = z.infer<typeof checkRunsAnswer>["check_runs"][number];

  const page = ({ of: { owner, repo }, sha, signal }: Commit, number: number) =>
    call(async (octokit) => {
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", {
        owner,
        repo,
        ref: sha,
        per_page: pageSize,
        page: number,
        request: { signal },
      });
      return checkRunsAnswer.parse(data);
    });

  async function failedRuns(commit: Commit): Promise<Run[]> {
    const runs: Run[] = [];
    for (let number = 1; number <= mostPages; number++) {
      const found = await page(commit, number);
      runs.push(...found.check_runs);
      if (number * pageSize >= found.total_count) break;
    }
    return runs.filter(({ conclusion }) => badConclusions.has(conclusion ?? ""));
  }

  const failedStatuses = ({ of: { owner, repo }, sha, signal }: Commit): Promise<FailedCheck[]> =>
    call(async (octokit) => {
      const at = { owner, repo, ref: sha, per_page: pageSize, request: { signal } };
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/commits/{ref}/status", at);
      return statusesAnswer.parse(data).statuses.flatMap(failedStatus);
    });

  /** None if they cannot be read: the check itself is told without them. */
  const linesOf = ({ of: { owner, repo }, signal }: Commit, { id }: Run): Promise<FailedCheck["lines"]> =>
    call(async (octokit) => {
      const { data } = await octokit.request(
        "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
        { owner, repo, check_run_id: id, per_page: annotationsEach, request: { signal } },
      );
      return annotationsAnswer.parse(data).map(lineOf);
    }).catch((error: unknown) => {
      if (signal.aborted || error instanceof RateLimited) throw error;
      return [];
    });

  return async function failedChecks(
    of: PullRequestLink,
    sha: string,
    signal: AbortSignal,
  ): Promise<FailedCheck[]> {
    const commit = { of, sha, signal };
    const runs = await unlessForbidden(failedRuns(commit));
    const statuses = await unlessForbidden(failedStatuses(commit));
    if (runs.answer === null && statuses.answer === null) throw runs.refusal;
    const found: FailedCheck[] = [];
    let annotated = 0;
    for (const run of runs.answer ?? []) {
      const hasLines = (run.output?.annotations_count ?? 0) > 0 && annotated++ < annotatedChecks;
      found.push(failedRun(run, hasLines ? await linesOf(commit, run) : []));
    }
    return [...found, ...(statuses.answer ?? [])];
  };
}

const facts = `fragment facts on PullRequest {
  state title isDraft mergeable headRefOid body
  labels(first: 100) { nodes { name } }
  mergeCommit { oid }
  mergedAt
  comments(last: 20) { nodes { ...comment createdAt } }
  reviews(last: 10) { nodes { ...comment state submittedAt
    comments(first: 20) { nodes { ...comment path line createdAt } } } }
  commits(last: 1) { nodes { commit { statusCheckRollup { state contexts(first: 100) { nodes {
    ... on CheckRun { name startedAt status conclusion checkSuite { workflowRun { workflow { name } event } } }
    ... on StatusContext { context state createdAt }
  } } } } } }
}
fragment comment on Comment { author { login } authorAssociation body ... on IssueComment { url }
  ... on PullRequestReview { url } ... on PullRequestReviewComment { url } }`;

const queryFor = (links: readonly PullRequestLink[]) =>
  repositoryQuery(
    links.map(({ owner, repo: name, number: argument }) => ({ owner, name, argument })),
    {
      argumentType: "Int!",
      select: (number) => `pullRequest(number: ${number}) { ...facts }`,
      besides: "viewer { login }",
      fragments: facts,
    },
  );

const checkNode = z.object({
  name: z.string().optional(),
  startedAt: z.string().nullish(),
  status: z.string().optional(),
  conclusion: z.string().nullish(),
  checkSuite: z
    .object({
      workflowRun: z.object({ workflow: z.object({ name: z.string() }), event: z.string() }).nullable(),
    })
    .nullish(),
  context: z.string().optional(),
  state: z.string().optional(),
  createdAt: z.string().optional(),
});

const rollUpNode = z.object({
  state: z.string(),
  contexts: z.object({ nodes: z.array(checkNode.nullable()) }),
});

const commentNode = z.object({
  author: z.object({ login: z.string() }).nullish(),
  authorAssociation: z.string(),
  body: z.string(),
  url: z.string(),
  createdAt: z.string().nullish(),
  submittedAt: z.string().nullish(),
  state: z.string().optional(),
  path: z.string().optional(),
  line: z.number().nullish(),
});
type CommentNode = z.infer<typeof commentNode>;
const commentNodes = z.object({ nodes: z.array(commentNode.nullable()) });
const reviewNodes = z.object({ nodes: z.array(commentNode.extend({ comments: commentNodes }).nullable()) });

const pullRequestNode = z.object({
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  title: z.string(),
  isDraft: z.boolean(),
  mergeable: z.string(),
  headRefOid: z.string(),
  body: z.string(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullable(),
  mergeCommit: z.object({ oid: z.string() }).nullable(),
  mergedAt: z.string().nullish(),
  comments: commentNodes.nullish(),
  reviews: reviewNodes.nullish(),
  commits: z.object({
    nodes: z.array(z.object({ commit: z.object({ statusCheckRollup: rollUpNode.nullable() }) })),
  }),
});

const repositoryNodes = z.record(z.string(), z.object({ pullRequest: z.unknown() }).nullable());

/** Each pull request is read by itself, so that one of another form does not hide the others. */
const snapshotsAnswer = z
  .looseObject({ viewer: z.object({ login: z.string() }).nullish() })
  .transform(({ viewer, ...rest }) => ({ viewer, parts: repositoryNodes.parse(rest) }))
  .nullish();

const runsAnswer = z.object({
  workflow_runs: z.array(
    mergeRun.extend({
      name: z
        .string()
        .nullable()
        .transform((name) => name ?? text.unnamedRun),
    }),
  ),
});

const badConclusions: ReadonlySet<string> = new Set([
  "failure",
  "timed_out",
  "startup_failure",
  "action_required",
]);
const pageSize = 100;
const mostPages = 5;
const annotatedChecks = 5;
const annotationsEach = 10;

const checkRunsAnswer = z.object({
  total_count: z.number().default(0),
  check_runs: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      conclusion: z.string().nullable(),
      completed_at: z.string().nullish(),
      html_url: z.string().nullish(),
      output: z
        .object({
          title: z.string().nullish(),
          summary: z.string().nullish(),
          annotations_count: z.number().default(0),
        })
        .nullish(),
    }),
  ),
});
const annotationsAnswer = z.array(
  z.object({ path: z.string(), start_line: z.number().nullish(), message: z.string().nullish() }),
);
const statusesAnswer = z.object({
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.string(),
      target_url: z.string().nullish(),
      description: z.string().nullish(),
      updated_at: z.string().nullish(),
    }),
  ),
});

/** Epoch milliseconds; 0, which is before anything, for what is no time. */
const instantOf = (text: string | null | undefined): number => Date.parse(text ?? "") || 0;

const lineOf = ({ path, start_line, message }: z.infer<typeof annotationsAnswer>[number]) => ({
  place: placeOf(path, start_line ?? null),
  message: message ?? "",
});

const failedRun = (
  { name, conclusion, completed_at, html_url, output }: z.infer<typeof checkRunsAnswer>["check_runs"][number],
  lines: FailedCheck["lines"],
): FailedCheck => ({
  name,
  conclusion: conclusion ?? "failure",
  url: html_url ?? null,
  summary: output?.title ?? output?.summary ?? "",
  lines,
  at: instantOf(completed_at),
});

function failedStatus(status: z.infer<typeof statusesAnswer>["statuses"][number]): FailedCheck[] {
  const { context: name, state, target_url: url, description, updated_at } = status;
  if (state !== "failure" && state !== "error") return [];
  const [summary, at] = [description ?? "", instantOf(updated_at)];
  return [{ name, conclusion: state, url: url ?? null, summary, lines: [], at }];
}

const states = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;

function snapshotOf(node: z.infer<typeof pullRequestNode>): Omit<Snapshot, "ownLogin" | "hostNow"> {
  const state = states[node.state];
  const checks = node.commits.nodes.at(-1)?.commit.statusCheckRollup ?? null;
  return {
    state,
    title: node.title,
    isDraft: node.isDraft,
    headSha: node.headRefOid,
    ci: state === "open" ? ciOf(checks) : null,
    labels: node.labels?.nodes.map(({ name }) => name) ?? [],
    description: readDescription(node.body),
    conflicts: node.mergeable === "UNKNOWN" ? null : node.mergeable === "CONFLICTING",
    mergeSha: node.mergeCommit?.oid ?? null,
    mergedAt: node.mergedAt == null ? null : instantOf(node.mergedAt),
    hasRunningChecks: checks?.contexts.nodes.some((one) => one !== null && isRunning(one)) ?? false,
    comments: commentsOf(node),
  };
}

const isRunning = ({ status, state }: z.infer<typeof checkNode>): boolean =>
  (status !== undefined && status !== "COMPLETED") || state === "PENDING" || state === "EXPECTED";

function commentsOf({ comments, reviews }: z.infer<typeof pullRequestNode>): Comment[] {
  const of = (node: CommentNode | null, sent: string | null | undefined): Comment[] => {
    const at = Math.max(...[sent, node?.createdAt].map(instantOf));
    if (node === null || at === 0) return [];
    const place = node.path === undefined ? null : placeOf(node.path, node.line ?? null);
    const { authorAssociation: association, body, url } = node;
    return [{ author: node.author?.login ?? "", association, body, url, place, at }];
  };
  const ofReviews = (reviews?.nodes ?? []).flatMap((review) =>
    // A review that is still being written is its author's alone; nobody sees what is in it before it is sent.
    review === null || review.state === "PENDING"
      ? []
      : [review, ...review.comments.nodes].flatMap((node) => of(node, review.submittedAt)),
  );
  return [...(comments?.nodes ?? []).flatMap((node) => of(node, null)), ...ofReviews];
}

const placeOf = (path: string, line: number | null): string => (line === null ? path : `${path}:${line}`);

function ciOf(checks: z.infer<typeof rollUpNode> | null): Ci {
  if (checks === null) return "none";
  const contexts = checks.contexts.nodes.flatMap((node) => {
    if (node === null) return [];
    const { status, conclusion, state } = node;
    const run = node.checkSuite?.workflowRun;
    const name = [node.name ?? node.context, run?.workflow.name, run?.event].join("\n");
    return [{ name, startedAt: node.startedAt ?? node.createdAt ?? null, status, conclusion, state }];
  });
  return rollUp(contexts, checks.state);
}
