/** One request as it came, for tests and for the demo's report. */
export interface RecordedRequest {
  method: string;
  /** With the query, as it was asked for. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; null when it was empty or no JSON. */
  body: unknown;
  /** Epoch ms of its arrival. */
  time: number;
  /** Which answer of its script it got, from 0; null where no script held. */
  step: number | null;
  /** Each text of each user turn, oldest first, with those a CLI adds by itself. */
  prompts: readonly string[];
}

const KEPT = 500;

export interface RequestRecord {
  add(request: RecordedRequest): void;
  list(): readonly RecordedRequest[];
}

export function requestRecord(): RequestRecord {
  const requests: RecordedRequest[] = [];
  return {
    add(request) {
      requests.push(request);
      if (requests.length > KEPT) requests.shift();
    },
    list: () => [...requests],
  };
}
