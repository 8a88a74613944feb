import { z } from "zod";
import type { Lane } from "./lanes.ts";

/** How long a job that failed for good can be read. */
export const failedJobsKeptMs = 30 * 24 * 60 * 60_000;

/** One kind of durable job: what its rows hold, where they run and how often a failing one is tried. */
export interface JobDefinition<Payload extends object> {
  /** Stored with every job, so it never changes. */
  readonly kind: string;
  readonly lane: Lane;
  /** Reads a stored payload. Rows of older versions must pass, and so must its own output. */
  readonly payload: z.ZodType<Payload>;
  readonly maxAttempts: number;
  /** What the queue adds when it starts, when it first runs, and how often from then on; null if callers add it. */
  readonly recurring: { firstAfterMs: number; everyMs: number; payload: Payload } | null;
  /** Whether its times are moments that a person named, which stay what they are when the machine's clock is set. */
  readonly wallClock: boolean;
  /** At most one unfinished job has the key; null for any number of jobs. */
  key(payload: Payload): string | null;
}

/** What a handler returns: nothing when the job is done, or when to run the same job again. */
export type JobResult = undefined | { againAt: number };

export interface JobOptions<Payload extends object> {
  lane: Lane;
  /** How often a job that throws is tried; 5 by default. */
  maxAttempts?: number;
  /** False by default. */
  wallClock?: boolean;
  key?(payload: Payload): string;
}

const defaultMaxAttempts = 5;

export function defineJob<Payload extends object>(
  kind: string,
  payload: z.ZodType<Payload>,
  { lane, maxAttempts = defaultMaxAttempts, wallClock = false, key }: JobOptions<Payload>,
): JobDefinition<Payload> {
  return { kind, lane, payload, maxAttempts, recurring: null, wallClock, key: key ?? (() => null) };
}

/** The payload of a job that needs none. */
export const noPayload = z.object({});
export type NoPayload = z.output<typeof noPayload>;

/** A job that the queue adds when it starts, and that runs at once or in `firstAfterMs`, then every `everyMs`, failed or not. */
export function defineRecurringJob(
  kind: string,
  { lane, everyMs, firstAfterMs = 0 }: { lane: Lane; everyMs: number; firstAfterMs?: number },
): JobDefinition<NoPayload> {
  const key = () => `recurring:${kind}`;
  const recurring = { firstAfterMs, everyMs, payload: {} };
  const maxAttempts = defaultMaxAttempts;
  return { kind, lane, payload: noPayload, maxAttempts, recurring, wallClock: false, key };
}

/** A stored payload that its definition cannot read: no further try would help. */
export class JobPayloadError extends Error {
  override readonly name = "JobPayloadError";
}

/** The payload of a stored job; throws a JobPayloadError when it is damaged or has another shape. */
export function readPayload<Payload extends object>(
  { kind, payload }: JobDefinition<Payload>,
  stored: string,
): Payload {
  const read = payload.safeParse(parseJson(kind, stored));
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join(".") || "payload"}: ${message}`);
  throw new JobPayloadError(`The payload of this ${kind} job is not valid: ${problems.join("; ")}`);
}

function parseJson(kind: string, stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch (error) {
    throw new JobPayloadError(`The payload of this ${kind} job is not JSON`, { cause: error });
  }
}
