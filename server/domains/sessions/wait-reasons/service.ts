import type { Clock } from "../../../lib/clock.ts";
import { instantOrNull, utcMinute } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionRow } from "../sessions/index.ts";
import type { FailureReason } from "../sessions/model.ts";
import { bannersOf, type Pages } from "./banners.ts";
import type { BannerKey, Glance, Waiting } from "./model.ts";
import {
  type Cloning,
  type LostQuestion,
  type OAuthServer,
  type Park,
  type QueuedTurn,
  reasonsOf,
  type SpotHold,
  type SpotPause,
  type Victim,
  type WaitingFacts,
} from "./rules.ts";
import { text } from "./text.ts";

export type WaitReasonService = ReturnType<typeof waitReasonService>;

type Reader<Fact> = (sessionId: number) => Fact | null;

interface WaitReasonDeps {
  clock: Clock;
  log: Logger;
  pages: Pages;
  /** The session that a forced start would stop. Null while a thread of the agents lane is free, and if no session can be stopped. */
  threadVictim: Reader<Victim>;
  /** How many agents may work at once, if all of them do; null while one is free. */
  busyAgents(): number | null;
  /** How many bytes must become free before turns start again; null while there is enough disk space. */
  missingSpace(): number | null;
  cloning: Reader<Cloning>;
  nextWake: Reader<NonNullable<WaitingFacts["wake"]>>;
  /** The records of the spot gate; null if there is no gate. */
  spot: {
    hold: Reader<SpotHold>;
    pause: Reader<SpotPause>;
    admission: Reader<NonNullable<WaitingFacts["admission"]>>;
  } | null;
  /** Servers whose stored sign-in stopped working. */
  reconnect(row: SessionRow): OAuthServer[];
}

/** Why a session is waiting, what happens next and what a person can do. */
export function waitReasonService(deps: WaitReasonDeps) {
  return {
    /** The most important banner in short, for a row of the board. Null if nothing holds the session back. */
    glance(row: SessionRow): Glance | null {
      const facts = gather(deps, row);
      const [first] = bannersOf(facts, { formatTime: utcMinute, pages: pagesFor(deps.pages, row) });
      if (!first) return null;
      const { key, headline, action } = first;
      return { key, label: headline, action, until: instantOrNull(untilOf[key]?.(facts) ?? null) };
    },

    of(row: SessionRow): Waiting {
      const facts = gather(deps, row);
      return {
        reasons: reasonsOf(facts).map(({ cause, at, ...reason }) => ({
          ...reason,
          label: text.reason(cause, utcMinute),
          at: instantOrNull(at),
        })),
        banners: bannersOf(facts, { formatTime: utcMinute, pages: pagesFor(deps.pages, row) }),
      };
    },
  };
}

/** When the session resumes automatically, epoch ms, for banners that have a time. */
const untilOf: Partial<Record<BannerKey, (facts: WaitingFacts) => number | null | undefined>> = {
  auth_outage: ({ park }) => park?.retryAt,
  spot_hold: ({ hold }) => hold?.retryAt,
  queued_turn: ({ turn }) => turn?.retry?.at,
  pending_wake: ({ wake }) => wake?.at,
};

/** The connectors page links back to the session it was opened from. */
const pagesFor = ({ connectors, ...pages }: Pages, { id }: SessionRow): Pages => ({
  ...pages,
  connectors: connectors && `${connectors}?session=${id}`,
});

function gather(
  { clock, log, threadVictim, busyAgents, missingSpace, cloning, nextWake, spot, reconnect }: WaitReasonDeps,
  row: SessionRow,
): WaitingFacts {
  /** R50: an input that cannot be read drops its banner, not the response. */
  function readable<Fact>(what: string, read: () => Fact | null): Fact | null {
    try {
      return read();
    } catch (error) {
      log.warn({ err: error, session: row.id, input: what }, "a banner was left out");
      return null;
    }
  }

  /** Leaves out servers that another banner already lists. */
  const notListed = (servers: OAuthServer[]): OAuthServer[] =>
    servers.filter((lost) => !consent?.some(({ server_name }) => server_name === lost.server_name));

  const { id, status } = row;
  const waits = status === "waiting";
  const consent = serversOf(row);
  const turn = waits ? turnOf(row) : null;
  return {
    now: clock.now(),
    status,
    turn,
    cloning: cloning(id),
    lane:
      turn &&
      readable("lane", () => ({ victim: turn.retry ? null : threadVictim(id), busyAgents: busyAgents() })),
    missingSpace: turn && missingSpace(),
    park: waits ? parkOf(row) : null,
    hold: waits && spot ? readable("spot_hold", () => spot.hold(id)) : null,
    pause: waits && spot ? readable("spot_pause", () => spot.pause(id)) : null,
    admission: spot && readable("starvation_admission", () => spot.admission(id)),
    reconnect:
      status === "archived" ? null : readable("mcp_oauth_reconnect", () => notListed(reconnect(row))),
    consent,
    lost: lostOf(row),
    wake: waits ? readable("wakes", () => nextWake(id)) : null,
  };
}

function turnOf({
  waitingKind,
  waitingSince,
  retryAt,
  failureReason,
  failureDetail,
}: SessionRow): QueuedTurn | null {
  if (waitingKind !== "queued" && waitingKind !== "held") return null;
  const ofClone = failureReason === ("git_clone_failed" satisfies FailureReason);
  const retry = waitingKind === "held" ? { at: retryAt, detail: failureDetail, ofClone } : null;
  return { since: waitingSince, retry };
}

const parkReasons: Readonly<Record<string, Park["why"]>> = {
  oauth_required: "consent",
  credentials_refused: "credential",
};

function parkOf({
  waitingKind,
  waitingSince,
  retryAt,
  failureReason,
  failureDetail,
}: SessionRow): Park | null {
  if (waitingKind !== "parked") return null;
  const why = parkReasons[failureReason ?? ""] ?? "quota";
  return { since: waitingSince, why, retryAt, detail: failureDetail };
}

function serversOf({ status, oauthRequiredServers }: SessionRow): OAuthServer[] | null {
  if (status === "archived" || oauthRequiredServers.length === 0) return null;
  return oauthRequiredServers;
}

function lostOf({ status, lostElicitation }: SessionRow): LostQuestion | null {
  return status === "archived" ? null : lostElicitation;
}
