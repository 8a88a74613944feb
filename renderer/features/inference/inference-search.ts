/** What of the page is in its address. */
export interface InferenceSearch {
  runtime?: string;
}

export const readInferenceSearch = ({ runtime }: Record<string, unknown>): InferenceSearch =>
  typeof runtime === "string" && /^[a-z_]{1,40}$/.test(runtime) ? { runtime } : {};
