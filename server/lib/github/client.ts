import type { Octokit } from "@octokit/core";
import { z } from "zod";
import { hostFetch } from "../fetch/index.ts";
import { hostTime } from "./host-time.ts";

/** `until`: when requests are allowed again, in epoch milliseconds. */
export class RateLimited extends Error {
  override readonly name = "RateLimited";
  readonly until: number;

  constructor(until: number) {
    super("GitHub's rate limit is exceeded");
    this.until = until;
  }
}

export interface GitHubAccess {
  token: string;
  apiUrl: string;
  now(): number;
  warn(message: string): void;
}

const callLimitMs = 20_000;
const limitedForMs = 60_000;
/** GitHub resets its limits every hour, so no longer wait makes sense. */
const longestLimitMs = 3_600_000;

/** Requests to GitHub, each with a time limit. They throw RateLimited once the rate limit is exceeded. */
export function gitHubClient(access: GitHubAccess) {
  const quiet = { debug: () => {}, info: () => {}, warn: access.warn, error: access.warn };
  let made: Promise<Octokit> | undefined;

  /** Loaded with the first request: most services never make one. */
  async function makeClient(): Promise<Octokit> {
    const { Octokit } = await import("@octokit/core");
    const request = { fetch: hostFetch({ limitMs: callLimitMs }) };
    return new Octokit({ auth: access.token, baseUrl: access.apiUrl, log: quiet, request });
  }

  // An Enterprise server answers GraphQL beside its REST interface.
  const graphqlUrl = `${access.apiUrl.replace(/\/api\/v3\/?$/, "/api").replace(/\/$/, "")}/graphql`;

  async function call<Result>(use: (octokit: Octokit) => Promise<Result>): Promise<Result> {
    made ??= makeClient();
    try {
      return await use(await made);
    } catch (error) {
      const until = limitedUntil(error, access.now());
      if (until === null) throw error;
      throw new RateLimited(until);
    }
  }

  return {
    call,

    /** Asks for parts that the query names; some of them may be missing, with an error in their place. */
    graphql: (query: GraphqlQuery, signal: AbortSignal): Promise<GraphqlAnswer> =>
      call(async (octokit) => {
        const request = { signal };
        const answer = await octokit.request({ method: "POST", url: graphqlUrl, ...query, request });
        const { data, errors } = graphqlAnswer.parse(answer.data);
        if (errors.some(({ type }) => type === "RATE_LIMITED"))
          throw new RateLimited(resetAt(answer.headers, access.now()));
        const errorAt = (part: string): string | null =>
          errors.find(({ path }) => path === undefined || path[0] === part)?.message ?? null;
        return { data, errorAt, date: answer.headers.date };
      }),
  };
}

export interface GraphqlQuery {
  query: string;
  variables: Readonly<Record<string, string | number>>;
}

export interface GraphqlAnswer {
  data: unknown;
  /** Why a part is missing, or the whole answer is; null if neither is. */
  errorAt(part: string): string | null;
  /** The host's clock, as an HTTP date. */
  date: string | undefined;
}

const graphqlAnswer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        type: z.string().optional(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
      }),
    )
    .default([]),
});

const refusal = z.object({
  status: z.union([z.literal(403), z.literal(429)]),
  response: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

/** When a rate-limited call can be made again; null if it failed for another reason. */
function limitedUntil(error: unknown, now: number): number | null {
  if (error instanceof RateLimited) return error.until;
  const refused = refusal.safeParse(error);
  if (!refused.success) return null;
  const { headers } = refused.data.response;
  const waitSeconds = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(waitSeconds)) return now + within(waitSeconds * 1_000, 1_000);
  const isUsedUp = refused.data.status === 429 || String(headers["x-ratelimit-remaining"]) === "0";
  return isUsedUp ? resetAt(headers, now) : null;
}

/** The time from GitHub's header, which is by its own clock, but at least a minute from now. */
function resetAt(headers: Readonly<Record<string, unknown>>, now: number): number {
  const seconds = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  const waitMs = seconds * 1_000 - hostTime(headers["date"], now);
  return now + within(Number.isFinite(waitMs) ? waitMs : 0, limitedForMs);
}

const within = (waitMs: number, leastMs: number): number =>
  Math.min(Math.max(waitMs, leastMs), longestLimitMs);
