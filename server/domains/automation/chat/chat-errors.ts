/** `until`: when requests are allowed again, in epoch milliseconds. */
export class ChatLimited extends Error {
  override readonly name = "ChatLimited";
  readonly until: number;

  constructor(until: number) {
    super("Slack's rate limit is exceeded");
    this.until = until;
  }
}

/** What Slack refused, by its own code, such as `channel_not_found`. */
export class ChatError extends Error {
  override readonly name = "ChatError";
  readonly code: string;
  /** The permission that the token lacks. */
  readonly needed: string | null;

  constructor(code: string, needed: string | null = null) {
    super(`Slack answered ${code}`);
    this.code = code;
    this.needed = needed;
  }
}

const shortestWaitMs = 30_000;
const longestWaitMs = 3_600_000;

/** An error of Slack's client as one of ours; others stay what they are. */
export function chatErrorOf(error: unknown, now: number): unknown {
  if (typeof error !== "object" || error === null || !("code" in error)) return error;
  if (error.code === "slack_webapi_rate_limited_error" && "retryAfter" in error)
    return new ChatLimited(now + waitOf(Number(error.retryAfter)));
  if (error.code !== "slack_webapi_platform_error" || !("data" in error)) return error;
  const { error: code, needed } = error.data as { error?: unknown; needed?: unknown };
  if (code === "ratelimited") return new ChatLimited(now + shortestWaitMs);
  return new ChatError(String(code).slice(0, 100), typeof needed === "string" ? needed : null);
}

const waitOf = (seconds: number): number =>
  Math.min(Math.max(seconds * 1_000 || 0, shortestWaitMs), longestWaitMs);

/** The token is not one, or not any more. */
const rejections: ReadonlySet<string> = new Set([
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "org_login_required",
]);
/** One channel cannot be read; the others can. */
const unreadable: ReadonlySet<string> = new Set([
  "channel_not_found",
  "not_in_channel",
  "thread_not_found",
  "is_archived",
  "no_permission",
]);

/** The platform's own failures. */
const passing: ReadonlySet<string> = new Set([
  "incomplete",
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
]);

export const isPassing = ({ code }: ChatError): boolean => passing.has(code);
/** What was asked for is refused, and would be again; anything else can be. */
export const isRefusal = (error: unknown): error is ChatError =>
  error instanceof ChatError && !isPassing(error) && !rejections.has(error.code);
export const isRejection = (error: unknown): boolean =>
  error instanceof ChatError && rejections.has(error.code);
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ChatError && unreadable.has(error.code);
