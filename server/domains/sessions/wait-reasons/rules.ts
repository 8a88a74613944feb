import type { SessionStatus, TurnCloning } from "../sessions/model.ts";
import type { WaitingReason } from "./model.ts";

/** Times are epoch ms. `since` is null if unknown. */
export interface SpotHold {
  since: number | null;
  why: "at_utilization_limit" | "fleet_at_cap" | "budget_reached" | "all_paused" | "unread";
  /** The decision of this moment. */
  detail: string;
  /** When the cause ends by itself; null if nobody knows. */
  retryAt: number | null;
}

export interface SpotPause {
  since: number | null;
  why: "quota" | "preempted" | "forced_out" | "by_hand" | "all_paused";
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
  retry: { at: number | null; detail: string | null; ofClone: boolean } | null;
}

/** The session that took a thread last, if none is free. */
export interface Victim {
  id: number;
  title: string;
  startedAt: number;
}

/** The turn makes the session's clone. */
export interface Cloning {
  since: number;
  step: TurnCloning["step"];
  percent: number | null;
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
  cloning: Cloning | null;
  /** `busyAgents`: how many agents there are, if all are busy. */
  lane: { victim: Victim | null; busyAgents: number | null } | null;
  /** How many bytes must become free before turns start again. */
  missingSpace: number | null;
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

/** Why a session is waiting, with the facts that its sentence needs. */
export type WaitCause =
  | { kind: "out_of_quota"; resumesAt: number | null }
  | { kind: "sign_in_rejected" }
  | { kind: "sign_in_required"; servers: readonly string[] }
  | { kind: "paused"; why: SpotPause["why"] }
  | { kind: "held"; why: SpotHold["why"] }
  | { kind: "retrying"; at: number | null }
  | { kind: "no_disk_space"; missingBytes: number }
  | { kind: "cloning"; cloning: Cloning }
  | { kind: "queued"; busyAgents: number | null };

export interface Reason extends Pick<WaitingReason, "mechanism" | "current" | "demoted"> {
  cause: WaitCause;
  at: number | null;
}

/** The mechanisms, the strongest first. */
const precedence = ["auth_outage_park", "spot_pause", "spot_hold", "turn_queued"] as const;

/**
 * Returns the newest reason first and those without a time after the others. If another reason applies, a hold past its
 * time goes last. The first reason is the current one.
 */
export function reasonsOf(facts: WaitingFacts): Reason[] {
  if (facts.status !== "waiting") return [];
  const found = precedence.flatMap((mechanism) => {
    const reason = builders[mechanism](facts);
    return reason ? [{ mechanism, ...reason }] : [];
  });
  const overdue = isOverdue(facts);
  return found
    .map((reason) => ({
      ...reason,
      demoted: reason.mechanism === "spot_hold" && overdue && found.length > 1,
    }))
    .sort((a, b) => Number(a.demoted) - Number(b.demoted) || newestFirst(a.at, b.at))
    .map((reason, index) => ({ ...reason, current: index === 0 }));
}

const isOverdue = ({ hold, now }: WaitingFacts): boolean =>
  hold !== null && hold.retryAt !== null && hold.retryAt <= now;

const newestFirst = (a: number | null, b: number | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : b - a;

type ReasonBuilder = (facts: WaitingFacts) => Pick<Reason, "cause" | "at"> | null;

const builders: Record<(typeof precedence)[number], ReasonBuilder> = {
  auth_outage_park: ({ park, consent }) => park && { cause: parkCause(park, consent ?? []), at: park.since },
  spot_pause: ({ pause }) => pause && { cause: { kind: "paused", why: pause.why }, at: pause.since },
  spot_hold: ({ hold }) => hold && { cause: { kind: "held", why: hold.why }, at: hold.since },
  turn_queued: ({ turn, lane, cloning, missingSpace }) => {
    if (!turn) return null;
    if (cloning) return { cause: { kind: "cloning", cloning }, at: cloning.since };
    return { cause: turnCause(turn, missingSpace, lane?.busyAgents ?? null), at: turn.since };
  },
};

function turnCause({ retry }: QueuedTurn, missingBytes: number | null, busyAgents: number | null): WaitCause {
  if (missingBytes !== null) return { kind: "no_disk_space", missingBytes };
  return retry ? { kind: "retrying", at: retry.at } : { kind: "queued", busyAgents };
}

function parkCause(park: Park, consent: readonly OAuthServer[]): WaitCause {
  switch (park.why) {
    case "quota":
      return { kind: "out_of_quota", resumesAt: park.retryAt };
    case "credential":
      return { kind: "sign_in_rejected" };
    case "consent":
      return { kind: "sign_in_required", servers: consent.map(({ server_name }) => server_name) };
  }
}
