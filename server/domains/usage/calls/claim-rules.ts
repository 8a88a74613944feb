/** Tokens and billionths of a dollar. */
export interface Amount {
  tokens: number;
  nanos: number;
}

/** What a file says of one call to a model. */
interface ClaimedCall {
  /** Milliseconds. */
  calledAt: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  webSearchRequests: number;
}

/** A clock that is a little ahead is no forgery. */
const aheadMs = 10 * 60_000;
/** The longest prompt that any model takes, and the longest answer that any gives, each with room to grow. */
const mostPromptTokens = 20_000_000;
const mostOutputTokens = 2_000_000;
const mostSearches = 1_000;

/** Whether no call to any model can be so. */
export const isImpossible = (call: ClaimedCall, now: number): boolean =>
  call.calledAt > now + aheadMs ||
  call.inputTokens + call.cacheReadTokens + call.cacheCreationTokens > mostPromptTokens ||
  call.outputTokens > mostOutputTokens ||
  call.webSearchRequests > mostSearches;

/** CLIs round and report a little late; below this much nobody cares. */
const share = 1.1;
const margin: Amount = { tokens: 50_000, nanos: 100_000_000 };

/** Whether what a CLI reported covers what its files claim. */
export const isCovered = (claimed: Amount, reported: Amount): boolean =>
  claimed.tokens <= reported.tokens * share + margin.tokens &&
  claimed.nanos <= reported.nanos * share + margin.nanos;

export const plus = (one: Amount, other: Amount): Amount => ({
  tokens: one.tokens + other.tokens,
  nanos: one.nanos + other.nanos,
});

/** How much longer a call is than what is stored of it. */
export const growth = (now: Amount, before: Amount): Amount => ({
  tokens: Math.max(0, now.tokens - before.tokens),
  nanos: Math.max(0, now.nanos - before.nanos),
});

export const nothing: Amount = { tokens: 0, nanos: 0 };
