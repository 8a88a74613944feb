/** The counts of a call and of a sum of calls, with the names that they have outside of the database. */
export const countColumns = [
  ["input_tokens", "inputTokens"],
  ["output_tokens", "outputTokens"],
  ["cache_read_tokens", "cacheReadTokens"],
  ["cache_creation_tokens", "cacheCreationTokens"],
  ["cache_creation_1h_tokens", "cacheCreation1hTokens"],
  ["web_search_requests", "webSearchRequests"],
] as const;
