import type { SessionStatus } from "../sessions/model.ts";
import type { WaitingReason } from "./model.ts";

/** Times are epoch ms. `since` is null if unknown. */
export interface SpotHold {
  since: number | null;
  why: "at_utilization_limit" | "fleet_at_cap";
  /** The reading that held it. */
  detail: string;
  retryAt: number;
}

export interface SpotPause {
  since: number | null;
  why: "quota" | "preempted";
  detail: string;
}

export interface Park {
  since: number | null;
  /** `consent`: a person must first consent to an MCP server. */
  why: "quota" | "credential" | "consent";
  retryAt: number | null;
  detail: string | null;
}

export interface QueuedTurn {
  since: number | null;
  /** Set if a temporary error ended the last attempt. */
  retry: { at: number | null; detail: string | null } | null;
}

/** The session that took a thread last, if none is free. */
export interface Victim {
  id: number;
  title: string;
  startedAt: number;
}

export interface LostQuestion {
  reason: "expired" | "stranded";
  summary: string;
}

export interface OAuthServer {
  server_name: string;
  server_url: string;
}

/** The input of reasons and banners. A fact is null if it does not apply or could not be read. */
export interface WaitingFacts {
  now: number;
  status: SessionStatus;
  turn: QueuedTurn | null;
  lane: { victim: Victim | null } | null;
  park: Park | null;
  hold: SpotHold | null;
  pause: SpotPause | null;
  /** The session was admitted for one turn because it waited so long. */
  admission: { at: number; running: boolean } | null;
  /** Servers whose stored sign-in stopped working. */
  reconnect: readonly OAuthServer[] | null;
  consent: readonly OAuthServer[] | null;
  lost: LostQuestion | null;
  wake: { at: number | null; event: string | null; count: number } | null;
}

/** Formats a time for a sentence. */
export type FormatTime = (epochMs: number) => string;

export type Reason = Omit<WaitingReason, "at"> & { at: number | null };

/** The mechanisms, the strongest first. */
const precedence = ["auth_outage_park", "spot_pause", "spot_hold", "turn_queued"] as const;

/**
 * Returns the newest reason first and those without a time after the others. If another reason applies, a hold past its
 * time goes last. The first reason is the current one.
 */
export function reasonsOf(facts: WaitingFacts, formatTime: FormatTime): Reason[] {
  if (facts.status !== "waiting") return [];
  const found = precedence.flatMap((mechanism) => {
    const reason = builders[mechanism](facts, formatTime);
    return reason ? [{ mechanism, ...reason }] : [];
  });
  const overdue = facts.hold !== null && facts.hold.retryAt <= facts.now;
  return found
    .map((reason) => ({
      ...reason,
      demoted: reason.mechanism === "spot_hold" && overdue && found.length > 1,
    }))
    .sort((a, b) => Number(a.demoted) - Number(b.demoted) || newestFirst(a.at, b.at))
    .map((reason, index) => ({ ...reason, current: index === 0 }));
}

const newestFirst = (a: number | null, b: number | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : b - a;

type ReasonBuilder = (
  facts: WaitingFacts,
  formatTime: FormatTime,
) => { label: string; at: number | null } | null;

const builders: Record<(typeof precedence)[number], ReasonBuilder> = {
  auth_outage_park: ({ park, consent }, formatTime) =>
    park && { label: parkLabel(park, consent ?? [], formatTime), at: park.since },
  spot_pause: ({ pause }) =>
    pause && {
      label: pause.why === "preempted" ? "Paused for a priority session" : "Paused to save quota",
      at: pause.since,
    },
  spot_hold: ({ hold }) =>
    hold && {
      label: hold.why === "fleet_at_cap" ? "Held: too many spot sessions are running" : "Held to save quota",
      at: hold.since,
    },
  turn_queued: ({ turn }, formatTime) =>
    turn && {
      label: turn.retry
        ? `The turn will be retried ${turn.retry.at === null ? "soon" : `at ${formatTime(turn.retry.at)}`} after a temporary error`
        : "A turn is waiting for a free agent thread",
      at: turn.since,
    },
};

function parkLabel(park: Park, consent: readonly OAuthServer[], formatTime: FormatTime): string {
  switch (park.why) {
    case "quota":
      return park.retryAt === null
        ? "The account has no quota left"
        : `The account has no quota left; the turn resumes at ${formatTime(park.retryAt)}`;
    case "credential":
      return "The runtime's sign-in was rejected; the turn resumes once it works again";
    case "consent":
      return `Waiting for you to sign in to ${serverNames(consent) || "an MCP server"}`;
  }
}

/** "a", "a and b", "a, b and c". */
export function serverNames(servers: readonly OAuthServer[]): string {
  const names = servers.map(({ server_name }) => server_name);
  return [names.slice(0, -1).join(", "), names.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
}
