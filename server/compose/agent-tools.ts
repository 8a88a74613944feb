import {
  type OwnSessionArchiving,
  ownServer,
  ownSessionArchiving,
  registerSelfSessionJobs,
  selfTokens,
} from "../domains/sessions/self-session/index.ts";
import { injectedServerName, type SessionService } from "../domains/sessions/sessions/index.ts";
import {
  registerWakeJobs,
  type WakeDeps,
  type WakeService,
  wakeService,
} from "../domains/sessions/wakes/index.ts";
import type { Equipment } from "../runtimes/runtime.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** The wakes that sessions set for themselves. */
export function composeWakes(
  { database, clock }: ComposeDeps,
  { jobs }: Platform,
  parts: Pick<WakeDeps, "events" | "sessionLog" | "post"> & { sessions: SessionService },
): WakeService {
  const wakes = wakeService({ ...parts, database, clock, jobs });
  registerWakeJobs(jobs, wakes);
  return wakes;
}

/** Adds the service's own server to what a session's agent is given (R17). */
export function agentServerAdder({ installation, url }: ComposeDeps) {
  const tokens = selfTokens(installation.secret);
  return (sessionId: number, equipment: Equipment): Equipment => {
    const name = injectedServerName(equipment.mcpServers.map((server) => server.name));
    const own = ownServer({ name, url: url(), token: tokens.of(sessionId) });
    return { ...equipment, mcpServers: [...equipment.mcpServers, own] };
  };
}

/** Lets an agent archive its own session. */
export function composeSelfArchive(
  { clock }: ComposeDeps,
  { jobs }: Platform,
  { sessions, turns, messages, sessionLog }: Core,
): OwnSessionArchiving {
  const archive = ownSessionArchiving({
    jobs,
    clock,
    sessions,
    turns,
    sessionLog,
    pendingMessages: (id) => messages.pending(id).length,
  });
  registerSelfSessionJobs(jobs, archive);
  return archive;
}
