import { type Clock, monotonicClock } from "../../../lib/clock.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { SessionLogPort } from "../sessions/index.ts";
import { agentLimits, freeAt, type LimitedAct, windowMs } from "./rules.ts";
import { text } from "./text.ts";

export type AgentLimits = ReturnType<typeof agentLimitService>;

interface Spent {
  /** The acts of the last hour, oldest first. */
  at: number[];
  /** Until when refusals are not noted again. */
  quietUntil: number;
}

/** How often the agent of each session did what is limited. In memory: only the last hour counts. */
export function agentLimitService(deps: { clock: Clock; sessionLog: Pick<SessionLogPort, "note"> }) {
  const clock = monotonicClock(deps.clock);
  const spent = new Map<string, Spent>();

  function spentOn(sessionId: number, act: LimitedAct, now: number): Spent {
    const key = `${sessionId} ${act}`;
    const known = spent.get(key) ?? { at: [], quietUntil: 0 };
    known.at = known.at.filter((at) => at > now - windowMs);
    // The last one that was used is the newest.
    spent.delete(key);
    spent.set(key, known);
    return known;
  }

  /** What was used longest ago goes first. */
  function forgetOld(now: number): void {
    for (const [key, { at }] of spent) {
      if ((at.at(-1) ?? 0) > now - windowMs) return;
      spent.delete(key);
    }
  }

  return {
    /** Counts one act of a session's agent. Throws 429 if it is one too many, and says so in the session's log, once an hour. */
    spend(sessionId: number, act: LimitedAct): void {
      const now = clock.now();
      forgetOld(now);
      const most = agentLimits[act];
      const known = spentOn(sessionId, act, now);
      const until = freeAt(known.at, most);
      if (until === null) return void known.at.push(now);
      if (now >= known.quietUntil) {
        deps.sessionLog.note(sessionId, "warning", text.refused(act, most));
        known.quietUntil = now + windowMs;
      }
      const seconds = Math.ceil((until - now) / 1_000);
      throw new Refusal({
        status: 429,
        label: "Too Many Requests",
        messages: [text.reached(act, most, Math.ceil(seconds / 60))],
        extra: { retry_after: seconds },
      });
    },
  };
}
