import type { Usage } from "./dialects/dialect.ts";

/** One received request, for tests and for the demo's report. */
export interface RecordedRequest {
  method: string;
  /** The requested path with its query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body. Null if it was empty or not JSON. */
  body: unknown;
  /** When it arrived, in epoch ms. */
  time: number;
  /** The index of its answer in the script, from 0. Null if there was no script. */
  step: number | null;
  /** The texts of every user turn, oldest first, including those that a CLI adds. */
  prompts: readonly string[];
  /** The tokens that its answer named. Null until it is given whole. */
  served: Usage | null;
}

const LIMIT = 500;

export interface RequestRecord {
  add(request: RecordedRequest): void;
  list(): readonly RecordedRequest[];
}

export function requestRecord(): RequestRecord {
  const requests: RecordedRequest[] = [];
  return {
    add(request) {
      requests.push(request);
      if (requests.length > LIMIT) requests.shift();
    },
    list: () => [...requests],
  };
}
