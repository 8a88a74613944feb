import type { ComposeDeps } from "./compose.ts";
import type { Core } from "./compose-domains.ts";
import type { Parts } from "./compose-endpoints.ts";
import type { Ground } from "./compose-ground.ts";
import { messageView } from "./domains/messages/index.ts";
import {
  defineSelfSessionJobs,
  type OwnArchive,
  ownArchive,
  ownServer,
  selfSessionRoutes,
  selfSessionTools,
  selfTokens,
} from "./domains/self-session/index.ts";
import { injectedServerName, type SessionService } from "./domains/sessions/index.ts";
import { defineWakeJobs, type WakeDeps, type WakeService, wakeService } from "./domains/wakes/index.ts";
import type { Endpoint } from "./http/mount.ts";
import type { Equipment } from "./runtimes/runtime.ts";

/** What a session has set for itself; gone with the session's archive. */
export function composeWakes(
  { database, clock }: ComposeDeps,
  { jobs }: Ground,
  parts: Pick<WakeDeps, "store" | "timeline" | "post"> & { sessions: SessionService },
): WakeService {
  const { sessions } = parts;
  const wakes = wakeService({ ...parts, database, clock, jobs });
  defineWakeJobs(jobs, wakes);
  sessions.onTransition(({ after, event }) => {
    if (event.kind === "archive") wakes.dropAll(after.id);
  });
  return wakes;
}

/** Adds the service's own server to what a session's agent is given (R17). */
export function ownServerAdder({ installation, url }: ComposeDeps) {
  const tokens = selfTokens(installation.secret);
  return (sessionId: number, equipment: Equipment): Equipment => {
    const name = injectedServerName(equipment.mcpServers.map((server) => server.name));
    const own = ownServer({ name, url: url(), token: tokens.of(sessionId) });
    return { ...equipment, mcpServers: [...equipment.mcpServers, own] };
  };
}

/** A session's archive at its own agent's wish. */
export function composeOwnArchive(
  { clock }: ComposeDeps,
  { jobs }: Ground,
  { sessions, turns, messages, timeline }: Core,
): OwnArchive {
  const archive = ownArchive({
    jobs,
    clock,
    sessions,
    turns,
    timeline,
    pendingMessages: (id) => messages.pending(id).length,
  });
  defineSelfSessionJobs(jobs, archive);
  return archive;
}

/** The MCP server that each session's agent reaches its own session by. */
export function composeSelfSession({ installation, version, log }: ComposeDeps, parts: Parts): Endpoint[] {
  const { sessions, overview, upkeep, notifications, ownArchive: archive, catalog } = parts;
  const tools = selfSessionTools({
    overview: (reference) => overview.read(reference),
    ...storedReading(parts),
    armedWakes: parts.wakes.armed,
    search: (query) => sessions.search(query, parts.closing),
    configs: () => ({ ...catalog.views(), goals: [...parts.goals.list()] }),
    reloadCatalog: catalog.reload,
    changeTitle: (reference, title) => sessions.patch(reference, { title }),
    changeNotes: upkeep.changeNotes,
    changeHeartbeat: upkeep.changeHeartbeat,
    turns: parts.turns,
    wakes: parts.wakes,
    archive: archive.request,
    push: (sessionId, message) => void notifications.push({ session_id: sessionId, message }),
    redact: (text) => parts.redactor.redact(text),
  });
  const tokens = selfTokens(installation.secret);
  return selfSessionRoutes({ tools, tokens, sessionById: sessions.byId, version, log });
}

/** What is on record of a session besides its row. */
function storedReading({ sessions, transcripts, subagents, logs, messages }: Parts) {
  return {
    transcript(reference: string, limit: number) {
      const { id, agentRuntime: runtime } = sessions.find(reference);
      return transcripts.timeline({ id, runtime }, { limit });
    },
    logs: (reference: string, page: { page: number; per_page: number }) =>
      logs.list(sessions.find(reference).id, page),
    subagents: subagents.page,
    queued: (reference: string) => messages.pending(sessions.find(reference).id).map(messageView),
  };
}
