import { isObject } from "../../lib/json.ts";
import type { AgentOutcome, ApiErrorKind } from "../outcome.ts";

/** What a failed model call amounts to. */
export type Failure = Extract<AgentOutcome, { kind: "api_error" | "rate_limited" }>;

const maxMessageChars = 2_000;

interface Facts {
  status: number | null;
  /** The provider's error object, if the message has one. */
  body: Record<string, unknown>;
  text: string;
}

interface Rule {
  error: ApiErrorKind;
  retryable: boolean;
  applies(facts: Facts): boolean;
}

/** The first rule that applies decides: a body's own word goes before the status it came with. */
const rules: readonly Rule[] = [
  {
    error: "billing",
    retryable: false,
    applies: ({ status, text }) =>
      status === 402 ||
      /insufficient[ _](quota|credits|balance|funds)|credit balance|billing|out of budget/i.test(text),
  },
  {
    error: "context_length",
    retryable: false,
    applies: ({ status, text }) =>
      status === 413 ||
      /(prompt|input|request).{0,30}too (long|large)|context[ _](length|window)|maximum (context|prompt) length|too many (input )?tokens/i.test(
        text,
      ),
  },
  {
    error: "model_not_found",
    retryable: false,
    applies: ({ status, text }) =>
      status === 404 ||
      /not a valid model|model.{0,80}(not found|does not exist)|model_not_found/i.test(text),
  },
  {
    error: "authentication",
    retryable: false,
    applies: ({ status, text }) =>
      status === 401 ||
      (status === 403 && !/moderation|flagged/i.test(text)) ||
      /authentication_error|no api key|authentication failed|invalid api key/i.test(text),
  },
  // A throttle that names no limit of the account is temporary.
  {
    error: "overloaded",
    retryable: true,
    applies: ({ status, text }) =>
      status === 429 ||
      status === 529 ||
      status === 503 ||
      /overloaded|rate.?limit|too many requests/i.test(text),
  },
  { error: "network", retryable: true, applies: ({ status }) => status === 408 },
  { error: "server_error", retryable: true, applies: ({ status }) => status !== null && status >= 500 },
  { error: "invalid_request", retryable: false, applies: ({ status }) => status !== null },
  {
    error: "network",
    retryable: true,
    applies: ({ text }) =>
      /terminated|connection|network|fetch failed|socket|ECONN|ENOTFOUND|EAI_AGAIN|timed? ?out|timeout|stream ended|ended without|other side closed/i.test(
        text,
      ),
  },
  {
    error: "server_error",
    retryable: true,
    applies: ({ text }) => /server.?error|internal.?error|api_error/i.test(text),
  },
];

/** Reads the `errorMessage` of a failed assistant message: mostly a status and the provider's raw body. */
export function classifyFailure(errorMessage: string, now: number): Failure {
  const facts = readFacts(errorMessage);
  const inBody = facts.body["message"];
  const message = (typeof inBody === "string" && inBody ? inBody : errorMessage)
    .slice(0, maxMessageChars)
    .toWellFormed();
  if (isAccountLimit(facts)) return { kind: "rate_limited", resetAt: resetTime(facts.body, now), message };

  const rule = rules.find((candidate) => candidate.applies(facts));
  return {
    kind: "api_error",
    error: rule?.error ?? "unknown",
    status: facts.status,
    message,
    // An error without a status came in the stream, as from a proxy that broke off.
    retryable: rule?.retryable ?? true,
  };
}

function readFacts(errorMessage: string): Facts {
  const brace = errorMessage.indexOf("{");
  const head = brace < 0 ? errorMessage : errorMessage.slice(0, brace);
  const status = /(?:^|[(\s:])([45]\d\d)(?=[):\s]|$)/.exec(head)?.[1];
  return {
    status: status === undefined ? null : Number(status),
    body: brace < 0 ? {} : errorObject(errorMessage.slice(brace)),
    text: errorMessage,
  };
}

/** Bodies come bare or as `{"error": {...}}`. */
function errorObject(json: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(json);
    if (!isObject(body)) return {};
    return isObject(body["error"]) ? body["error"] : body;
  } catch {
    return {};
  }
}

/** A window of the subscription or of the key is used up, as opposed to a throttle. */
function isAccountLimit({ status, body, text }: Facts): boolean {
  if (status !== null && status !== 429) return false;
  return openRouterReset(body) !== undefined || /usage_limit_reached|UsageLimitError|usage limit/i.test(text);
}

function resetTime(body: Record<string, unknown>, now: number): number | null {
  const at = Number(body["resets_at"] ?? openRouterReset(body));
  // Vendors give seconds or milliseconds; seconds stay below this for 30,000 years.
  if (at > 0) return at < 1e12 ? at * 1_000 : at;
  const inSeconds = Number(body["resets_in_seconds"]);
  return inSeconds > 0 ? now + inSeconds * 1_000 : null;
}

/** OpenRouter reports when a daily limit ends in headers that it repeats in the body. */
function openRouterReset(body: Record<string, unknown>): unknown {
  const metadata = body["metadata"];
  const headers = isObject(metadata) ? metadata["headers"] : undefined;
  return isObject(headers) ? headers["X-RateLimit-Reset"] : undefined;
}
