import type { SessionStatus } from "../sessions/model.ts";
import type { WaitingReason } from "./model.ts";

/** Times are epoch ms. `since` is null where nobody wrote it down. */
export interface SpotHold {
  since: number | null;
  why: "at_utilization_limit" | "fleet_at_cap";
  /** What was true when it was held. */
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
  /** `consent`: a person has to allow the use of an MCP server first. */
  why: "quota" | "credential" | "consent";
  retryAt: number | null;
  detail: string | null;
}

export interface QueuedTurn {
  since: number | null;
  /** Set when a passing error ended the last try. */
  retry: { at: number | null; detail: string | null } | null;
}

/** The session that took a thread last, where none is free. */
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

/** What reasons and banners are told from. Null is what does not hold and what could not be read. */
export interface WaitingFacts {
  now: number;
  status: SessionStatus;
  turn: QueuedTurn | null;
  lane: { victim: Victim | null } | null;
  park: Park | null;
  hold: SpotHold | null;
  pause: SpotPause | null;
  /** It was let in by age, for one turn. */
  admission: { at: number; running: boolean } | null;
  /** Servers whose stored sign-in stopped working. */
  reconnect: readonly OAuthServer[] | null;
  consent: readonly OAuthServer[] | null;
  lost: LostQuestion | null;
  wake: { at: number | null; event: string | null; count: number } | null;
}

/** How a time is put into a sentence. */
export type Say = (epochMs: number) => string;

export type Reason = Omit<WaitingReason, "at"> & { at: number | null };

/** The mechanisms by how much they hold a session back. */
const precedence = ["auth_outage_park", "spot_pause", "spot_hold", "turn_queued"] as const;

/**
 * The newest first, one without a time behind them. A hold whose time is past does nothing any more
 * beside another reason, and goes to the end. The first one is what holds now.
 */
export function reasonsOf(facts: WaitingFacts, say: Say): Reason[] {
  if (facts.status !== "waiting") return [];
  const found = precedence.flatMap((mechanism) => {
    const reason = tellers[mechanism](facts, say);
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

type Teller = (facts: WaitingFacts, say: Say) => { label: string; at: number | null } | null;

const tellers: Record<(typeof precedence)[number], Teller> = {
  auth_outage_park: ({ park, consent }, say) =>
    park && { label: parkLabel(park, consent ?? [], say), at: park.since },
  spot_pause: ({ pause }) =>
    pause && {
      label: pause.why === "preempted" ? "Made way for a priority session" : "Paused to spare quota",
      at: pause.since,
    },
  spot_hold: ({ hold }) =>
    hold && {
      label:
        hold.why === "fleet_at_cap" ? "Held: enough spot sessions run already" : "Held back to spare quota",
      at: hold.since,
    },
  turn_queued: ({ turn }, say) =>
    turn && {
      label: turn.retry
        ? `The turn is tried again ${turn.retry.at === null ? "soon" : `at ${say(turn.retry.at)}`}, after a passing error`
        : "A turn is queued for a free agent thread",
      at: turn.since,
    },
};

function parkLabel(park: Park, consent: readonly OAuthServer[], say: Say): string {
  switch (park.why) {
    case "quota":
      return park.retryAt === null
        ? "The account has no quota left"
        : `The account has no quota left; the turn goes on at ${say(park.retryAt)}`;
    case "credential":
      return "The runtime's sign-in was refused; the turn goes on once it works again";
    case "consent":
      return `Waits until you sign in to ${serverNames(consent) || "an MCP server"}`;
  }
}

/** "a", "a and b", "a, b and c". */
export function serverNames(servers: readonly OAuthServer[]): string {
  const names = servers.map(({ server_name }) => server_name);
  return [names.slice(0, -1).join(", "), names.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
}
