import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { conditional, fakeIssues } from "./github-issues.ts";

export const gitHubToken = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/** A pull request on GitHub; by default open, mergeable, green and well described. */
export interface FakePullRequest {
  state?: "OPEN" | "CLOSED" | "MERGED";
  title?: string;
  isDraft?: boolean;
  mergeable?: "MERGEABLE" | "CONFLICTING" | "UNKNOWN";
  body?: string;
  labels?: string[];
  /** `null` for no checks; otherwise the conclusion of each check by name, null while it runs. */
  checks?: Record<string, string | null> | null;
  mergeSha?: string | null;
  mergedAt?: string | null;
  /** The repository that it comes from; its own by default. */
  head?: string;
  /** As GraphQL shows them. */
  comments?: object[];
  reviews?: object[];
}

/** The checks of a commit as the REST interface shows them. */
export interface FakeChecks {
  runs: {
    id: number;
    name: string;
    conclusion: string;
    lines?: object[];
    head_sha?: string;
    completed_at?: string;
  }[];
  statuses?: object[];
  /** The commit of the statuses. */
  sha?: string;
}

export interface FakeRun {
  name: string;
  status: string;
  conclusion: string | null;
}

/** Another answer for the next requests; without `times` for all further ones. */
export interface Trouble {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  times?: number;
  /** Only for addresses with this end. */
  path?: string;
}

const perfectBody = "## Verification\n- [x] `npm test`";

/** A fake of GitHub's REST and GraphQL APIs on loopback, for reading issues and pull requests. */
export async function startFakeGitHub() {
  const pullRequests = new Map<string, FakePullRequest>();
  const runs = new Map<string, FakeRun[]>();
  const checks = new Map<string, FakeChecks>();
  const requests: { path: string; authorization: string | undefined; asked: number; body: string }[] = [];
  const issues = fakeIssues();
  /** What repositories were forked from, as `owner/repo`. */
  const forks = new Map<string, string>();
  let trouble: Trouble | null = null;
  let isSilent = false;
  let notModified = 0;

  function answer(
    request: IncomingMessage,
    body: string,
  ): { status: number; body: unknown; headers?: Record<string, string> } {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.endsWith("/graphql"))
      return { status: 200, body: graphql(JSON.parse(body) as Query, { pullRequests, checks }) };
    if (/^(?:\/api\/v3)?\/repos\/[^/]+\/[^/]+\/actions\/runs$/.test(url.pathname)) {
      const found = runs.get(url.searchParams.get("head_sha") ?? "") ?? [];
      return { status: 200, body: { total_count: found.length, workflow_runs: found } };
    }
    const ofFork = forkAnswer(url.pathname, { pullRequests, forks });
    if (ofFork !== null) return { status: 200, body: ofFork };
    const ofChecks = checksAnswer(checks, url);
    if (ofChecks !== null) return conditional(ofChecks, request.headers["if-none-match"]);
    const ofIssues = issues.answer(url, request.headers["if-none-match"]);
    return ofIssues ?? { status: 404, body: { message: "Not Found" } };
  }

  function troubleFor({ url = "/" }: IncomingMessage): Trouble | null {
    const found = trouble;
    if (!new URL(url, "http://localhost").pathname.endsWith(found?.path ?? "")) return null;
    if (found?.times !== undefined) trouble = found.times > 1 ? { ...found, times: found.times - 1 } : null;
    return found;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (isSilent) return;
    const asked = body.match(/p\d+: repository\(/g)?.length ?? 0;
    const { authorization } = request.headers;
    requests.push({ path: request.url ?? "", authorization, asked, body });
    const sent = troubleFor(request) ?? answer(request, body);
    if (sent.status === 304) notModified++;
    response.writeHead(sent.status, {
      "content-type": "application/json; charset=utf-8",
      date: new Date(issues.now()).toUTCString(),
      ...sent.headers,
    });
    response.end(sent.status === 304 ? undefined : JSON.stringify(sent.body ?? { message: "It cannot" }));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues,
    forks,
    /** Newest last. */
    requests,
    /** How many answers said that nothing had changed. */
    notModified: (): number => notModified,
    /** `owner/repo#number`. */
    show: (name: string, pullRequest: FakePullRequest = {}): void => void pullRequests.set(name, pullRequest),
    ran: (sha: string, found: FakeRun[]): void => void runs.set(sha, found),
    checked: (sha: string, found: FakeChecks): void => void checks.set(sha, found),
    /** Whether it takes requests and answers none. */
    silence: (silent: boolean): void => void (isSilent = silent),
    fail: (with_: Trouble | null): void => void (trouble = with_),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeGitHub = Awaited<ReturnType<typeof startFakeGitHub>>;

/** A repository that was forked, or where a pull request comes from. */
function forkAnswer(
  path: string,
  of: { pullRequests: ReadonlyMap<string, FakePullRequest>; forks: ReadonlyMap<string, string> },
): object | null {
  const [, name = "", number] = /^\/repos\/([^/]+\/[^/]+)(?:\/pulls\/(\d+))?$/.exec(path) ?? [];
  const parent = of.forks.get(name);
  if (number === undefined)
    return parent === undefined ? null : { full_name: name, parent: { full_name: parent } };
  const found = of.pullRequests.get(`${name}#${number}`);
  return found ? { head: { repo: { full_name: found.head ?? name } } } : null;
}

function checksAnswer(checks: ReadonlyMap<string, FakeChecks>, url: URL): object | null {
  const path = url.pathname;
  const ofCommit = /\/commits\/([^/]+)\/(check-runs|status)$/.exec(path);
  const found = checks.get(ofCommit?.[1] ?? "") ?? { runs: [] };
  const size = Number(url.searchParams.get("per_page") ?? 30);
  const from = size * (Number(url.searchParams.get("page") ?? 1) - 1);
  if (ofCommit?.[2] === "status") {
    const { statuses = [], sha } = found;
    return { sha, total_count: statuses.length, statuses: statuses.slice(from, from + size) };
  }
  if (ofCommit) {
    const check_runs = found.runs.slice(from, from + size).map(({ lines = [], ...run }) => ({
      ...run,
      html_url: `https://github.com/checks/${run.id}`,
      output: { title: `${run.name} failed`, summary: null, annotations_count: lines.length },
    }));
    return { total_count: found.runs.length, check_runs };
  }
  const run = /\/check-runs\/(\d+)\/annotations$/.exec(path)?.[1];
  if (run === undefined) return null;
  return [...checks.values()].flatMap(({ runs }) => runs).find(({ id }) => id === Number(run))?.lines ?? [];
}

interface Query {
  query: string;
  variables: Record<string, string | number>;
}

function graphql(
  { query, variables }: Query,
  {
    pullRequests,
    checks,
  }: {
    pullRequests: ReadonlyMap<string, FakePullRequest>;
    checks: ReadonlyMap<string, FakeChecks>;
  },
) {
  if (/\{ ref\(/.test(query)) return heads({ query, variables }, checks);
  const errors: object[] = [];
  const data: Record<string, object | null> = { viewer: { login: "agent" } };
  const parts = query.matchAll(
    /(\w+): repository\(owner: \$(\w+), name: \$(\w+)\) \{ pullRequest\(number: \$(\w+)\)/g,
  );
  for (const [, alias = "", owner = "", repo = "", number = ""] of parts) {
    const found = pullRequests.get(`${variables[owner]}/${variables[repo]}#${variables[number]}`);
    data[alias] = found ? { pullRequest: node(found) } : null;
    const message = `Could not resolve to a Repository with the name '${variables[owner]}/${variables[repo]}'.`;
    if (!found)
      errors.push({ type: "NOT_FOUND", path: [alias], locations: [{ line: 1, column: 1 }], message });
  }
  return { data, ...(errors.length > 0 && { errors }) };
}

/** Branches, with the sum of the checks of each. */
function heads({ query, variables }: Query, checks: ReadonlyMap<string, FakeChecks>) {
  const parts = query.matchAll(
    /(\w+): repository\(owner: \$\w+, name: \$\w+\) \{ ref\(qualifiedName: \$(\w+)\)/g,
  );
  const shown = [...parts].map(([, alias = "", ref = ""]) => {
    const found = checks.get(String(variables[ref]).replace(/^refs\/heads\//, ""));
    return [alias, { ref: { target: { statusCheckRollup: sumOf(found) } } }];
  });
  return { data: Object.fromEntries(shown) as Record<string, object> };
}

function sumOf({ runs, statuses = [] }: FakeChecks = { runs: [] }): { state: string } | null {
  const outcomes = [
    ...runs.map(({ conclusion }) => conclusion),
    ...statuses.map((status) => String(Reflect.get(status, "state"))),
  ];
  if (outcomes.length === 0) return null;
  if (outcomes.includes("pending")) return { state: "PENDING" };
  const isGood = outcomes.every((outcome) => ["success", "neutral", "skipped"].includes(outcome));
  return { state: isGood ? "SUCCESS" : "FAILURE" };
}

function node(of: FakePullRequest) {
  const {
    state = "OPEN",
    checks = { test: "SUCCESS" },
    mergeSha = state === "MERGED" ? "m".repeat(40) : null,
  } = of;
  return {
    state,
    title: of.title ?? "Greet",
    isDraft: of.isDraft ?? false,
    mergeable: of.mergeable ?? "MERGEABLE",
    headRefOid: "a".repeat(40),
    body: of.body ?? perfectBody,
    labels: { nodes: (of.labels ?? ["ready to merge"]).map((name) => ({ name })) },
    comments: { nodes: of.comments ?? [] },
    reviews: { nodes: of.reviews ?? [] },
    mergeCommit: mergeSha === null ? null : { oid: mergeSha },
    mergedAt: mergedAtOf(of),
    commits: { nodes: [{ commit: { statusCheckRollup: checks && rollUp(checks) } }] },
  };
}

const mergedAtOf = ({ state, mergedAt = new Date().toISOString() }: FakePullRequest): string | null =>
  state === "MERGED" ? mergedAt : null;

function rollUp(checks: Record<string, string | null>) {
  const outcomes = Object.values(checks);
  const isGood = (outcome: string | null) =>
    outcome === "SUCCESS" || outcome === "SKIPPED" || outcome === "NEUTRAL";
  const failed = outcomes.some((outcome) => outcome !== null && !isGood(outcome));
  return {
    state: failed ? "FAILURE" : outcomes.includes(null) ? "PENDING" : "SUCCESS",
    contexts: {
      nodes: Object.entries(checks).map(([name, conclusion]) => ({
        name,
        startedAt: "2026-06-01T12:00:00Z",
        status: conclusion === null ? "IN_PROGRESS" : "COMPLETED",
        conclusion,
        checkSuite: { workflowRun: { workflow: { name: "CI" }, event: "push" } },
      })),
    },
  };
}
