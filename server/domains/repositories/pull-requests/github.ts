import { z } from "zod";
import { type GitHubAccess, gitHubClient, RateLimited, resetAt } from "../../../lib/github/index.ts";
import type { DescriptionFacts } from "../../sessions/goals/model.ts";
import { type Ci, rollUp } from "./ci-rules.ts";
import { readDescription } from "./description-rules.ts";
import type { PullRequestLink } from "./link-rules.ts";
import { type MergeRun, mergeRun } from "./model.ts";
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
}

export type GitHub = ReturnType<typeof gitHub>;

/** Pull requests per query. */
export const pullRequestsAtOnce = 25;

/** Reads from GitHub, each with a time limit. Throws RateLimited once the rate limit is exceeded. */
export function gitHub(access: GitHubAccess) {
  const { call, graphqlUrl } = gitHubClient(access);

  return {
    /** In the given order, with an error in place of a pull request that GitHub does not show. */
    snapshots: (links: readonly PullRequestLink[], signal: AbortSignal): Promise<(Snapshot | Error)[]> =>
      call(signal, async (octokit, limit) => {
        const { query, variables } = queryFor(links);
        const request = { signal: limit };
        const { data, headers } = await octokit.request({
          method: "POST",
          url: graphqlUrl,
          query,
          variables,
          request,
        });
        const answer = graphqlAnswer.parse(data);
        if (answer.errors?.some(({ type }) => type === "RATE_LIMITED"))
          throw new RateLimited(resetAt(headers, access.now()));
        return links.map((_, index) => {
          const found = answer.data?.[`p${index}`]?.pullRequest;
          const reported = answer.errors?.find(({ path }) => path === undefined || path[0] === `p${index}`);
          return found ? snapshotOf(found) : new Error(reported?.message ?? text.notShown);
        });
      }),

    /** The workflow runs of a commit; at most one page. */
    runsOf: ({ owner, repo }: PullRequestLink, sha: string, signal: AbortSignal): Promise<MergeRun[]> =>
      call(signal, async (octokit, limit) => {
        const { data } = await octokit.request("GET /repos/{owner}/{repo}/actions/runs", {
          owner,
          repo,
          head_sha: sha,
          per_page: 100,
          request: { signal: limit },
        });
        return runsAnswer.parse(data).workflow_runs;
      }),
  };
}

const facts = `fragment facts on PullRequest {
  state title isDraft mergeable headRefOid body
  labels(first: 100) { nodes { name } }
  mergeCommit { oid }
  commits(last: 1) { nodes { commit { statusCheckRollup { state contexts(first: 100) { nodes {
    ... on CheckRun { name startedAt status conclusion checkSuite { workflowRun { workflow { name } event } } }
    ... on StatusContext { context state createdAt }
  } } } } } }
}`;

function queryFor(links: readonly PullRequestLink[]) {
  const parameters = links.map((_, n) => `$o${n}: String!, $r${n}: String!, $n${n}: Int!`);
  const parts = links.map(
    (_, n) => `p${n}: repository(owner: $o${n}, name: $r${n}) { pullRequest(number: $n${n}) { ...facts } }`,
  );
  const variables = links.flatMap(({ owner, repo, number }, n) => [
    [`o${n}`, owner],
    [`r${n}`, repo],
    [`n${n}`, number],
  ]);
  return {
    query: `query(${parameters.join(", ")}) {\n${parts.join("\n")}\n}\n${facts}`,
    variables: Object.fromEntries(variables) as Record<string, string | number>,
  };
}

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

const pullRequestNode = z.object({
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  title: z.string(),
  isDraft: z.boolean(),
  mergeable: z.string(),
  headRefOid: z.string(),
  body: z.string(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullable(),
  mergeCommit: z.object({ oid: z.string() }).nullable(),
  commits: z.object({
    nodes: z.array(z.object({ commit: z.object({ statusCheckRollup: rollUpNode.nullable() }) })),
  }),
});

const graphqlAnswer = z.object({
  data: z.record(z.string(), z.object({ pullRequest: pullRequestNode.nullable() }).nullable()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        type: z.string().optional(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
      }),
    )
    .optional(),
});

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

const states = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;

function snapshotOf(node: z.infer<typeof pullRequestNode>): Snapshot {
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
  };
}

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
