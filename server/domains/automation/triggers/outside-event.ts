import type { Writing } from "./ports.ts";

/** Something that happened at a host, as its poller or its webhook saw it. */
export interface OutsideEvent {
  /** The same whoever sees it, such as `issue:acme/site#7`. */
  key: string;
  /** By the host's clock. */
  happenedAt: number;
  /** Fill in the template. */
  variables: Readonly<Record<string, unknown>>;
  /** For the history. */
  summary: string;
  /** The keys of earlier events that it says as well, which start nothing of their own. */
  covers?: readonly string[];
  /** What its session records about where it comes from. */
  stamp?: Readonly<Record<string, unknown>>;
  /** Events of one group that come within the trigger's window share a session. */
  group?: string;
  /** Its line in a list of such events. */
  entry?: string;
  /** The issue that was opened, as `owner/repo#number`; a session of the trigger itself may have done that. */
  opened?: string;
  /** What known people wrote of it, the oldest first. */
  writings?: readonly Writing[];
}
