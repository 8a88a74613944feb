import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type Sqlite from "better-sqlite3";

/** What the provider answers to a credential from now on. */
export interface ProviderState {
  status?: number;
  message?: string;
  /** Whose it is. */
  email?: string;
  /** Shares of the two windows, and when they reset (epoch seconds). */
  fiveHour?: number;
  sevenDay?: number;
  resetsAt?: number;
  /** What may be spent in dollars besides. */
  extra?: { used: number; limit: number };
  balance?: string;
  /** The share of the week for one model. */
  opus?: number;
}

export interface AccountProvider extends AsyncDisposable {
  url: string;
  /** By key or token; "*" for every other. */
  states: Map<string, ProviderState>;
  /** What was asked, as `METHOD /path credential`. */
  asked: string[];
}

/** Where a service finds this provider in place of all three. */
export const providerEnvironment = ({ url }: Pick<AccountProvider, "url">): Record<string, string> => ({
  ANTHROPIC_BASE_URL: url,
  OPENAI_BASE_URL: `${url}/v1`,
  OPENROUTER_BASE_URL: `${url}/api`,
});

/** No account is left, nor what was read of any. */
export function clearAccounts(sql: Sqlite.Database): void {
  for (const table of ["inference_accounts", "account_rotations", "account_readings", "account_logins"])
    sql.prepare(`DELETE FROM ${table}`).run();
}

/** Speaks what Anthropic, OpenAI and OpenRouter say of keys and tokens; on loopback, with no model behind it. */
export async function startAccountProvider(): Promise<AccountProvider> {
  const states = new Map<string, ProviderState>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const credential = credentialOf(request);
    const path = new URL(request.url ?? "/", "http://provider").pathname;
    asked.push(`${request.method} ${path} ${credential}`);
    answer(response, { path, state: states.get(credential) ?? states.get("*") ?? {} });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    states,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const credentialOf = ({ headers }: IncomingMessage): string =>
  (typeof headers["x-api-key"] === "string" ? headers["x-api-key"] : headers.authorization?.slice(7)) ?? "";

function answer(response: ServerResponse, { path, state }: { path: string; state: ProviderState }): void {
  const { status = 200, message = "No" } = state;
  if (status !== 200 && status !== 429) {
    const type = status === 401 ? "authentication_error" : "api_error";
    return send(response, status, { type: "error", error: { type, message } });
  }
  if (path.endsWith("/oauth/profile"))
    return send(response, 200, { account: { email: state.email ?? null } });
  if (path.endsWith("/oauth/usage")) return send(response, 200, usageOf(state));
  if (path.endsWith("/wham/usage")) return send(response, 200, codexUsageOf(state));
  if (path.endsWith("/key")) return send(response, 200, { data: openRouterKey });
  if (path.endsWith("/messages"))
    return send(
      response,
      status,
      status === 200
        ? { type: "message", content: [] }
        : { type: "error", error: { type: "rate_limit_error", message } },
      unifiedHeaders(state),
    );
  send(response, status, { object: "list", data: [] });
}

const openRouterKey = {
  label: "sk-or-v1-abc...def",
  limit: 50,
  limit_remaining: 12.5,
  limit_reset: "monthly",
  usage: 137.5,
  usage_daily: 1.25,
  usage_weekly: 20,
  usage_monthly: 37.5,
  is_free_tier: false,
};

function usageOf({ fiveHour, sevenDay, resetsAt, extra, opus }: ProviderState): object {
  const window = (share: number | undefined) =>
    share === undefined
      ? null
      : {
          utilization: share * 100,
          resets_at: resetsAt === undefined ? null : new Date(resetsAt * 1000).toISOString(),
        };
  return {
    five_hour: window(fiveHour),
    seven_day: window(sevenDay),
    seven_day_opus: window(opus),
    extra_usage: extra && {
      is_enabled: true,
      monthly_limit: extra.limit * 100,
      used_credits: extra.used * 100,
      utilization: (extra.used / extra.limit) * 100,
      currency: "USD",
    },
  };
}

/** The week comes first: windows are told apart by how long they are. */
function codexUsageOf({ fiveHour = 0, sevenDay = 0, resetsAt, balance }: ProviderState): object {
  const window = (share: number, seconds: number) => ({
    used_percent: share * 100,
    limit_window_seconds: seconds,
    reset_at: resetsAt ?? null,
  });
  return {
    plan_type: "plus",
    credits: balance === undefined ? null : { has_credits: true, unlimited: false, balance },
    rate_limit: { primary_window: window(sevenDay, 604_800), secondary_window: window(fiveHour, 18_000) },
  };
}

function unifiedHeaders(state: ProviderState): Record<string, string> {
  const windows = { "5h": state.fiveHour, "7d": state.sevenDay };
  return Object.fromEntries(
    Object.entries(windows).flatMap(([name, share]) => {
      if (share === undefined) return [];
      const prefix = `anthropic-ratelimit-unified-${name}`;
      return [
        [`${prefix}-utilization`, String(share)],
        [`${prefix}-status`, share >= 1 ? "rejected" : "allowed"],
        ...(state.resetsAt === undefined ? [] : [[`${prefix}-reset`, String(state.resetsAt)]]),
      ];
    }),
  );
}

function send(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
