import { hasStoppedProcess } from "../../../lib/processes/index.ts";
import type { ActiveTurn } from "./active-turns.ts";
import type { TurnDeps } from "./ports.ts";
import { watchSilence } from "./silence-watch.ts";
import type { TurnRow } from "./store.ts";

/** Follows the signs of life of a turn's agent: shows a silence, and ends an agent that is silent for too long. */
export function turnSilence(deps: TurnDeps, { id, sessionId }: TurnRow, mine: ActiveTurn) {
  const { clock, sessions, signs, silenceLimits, workspaces } = deps;
  return watchSilence({
    limits: silenceLimits,
    now: clock.now,
    isAsking: () => sessions.byId(sessionId)?.blockedOnElicitation === true,
    isStopped: () => hasStoppedProcess({ markerPrefix: workspaces.marker(sessionId, id) }),
    onSilence: (silentSince) => signs.show(sessionId, { silentSince }),
    onOver: (silence) => mine.endSilent(silence),
  });
}
