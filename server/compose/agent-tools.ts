import { injectedServerName, type SessionService } from "../domains/sessions/sessions/index.ts";
import {
  registerWakeJobs,
  type WakeDeps,
  type WakeService,
  wakeService,
} from "../domains/sessions/wakes/index.ts";
import {
  type OwnSessionArchiving,
  ownServer,
  ownSessionArchiving,
  registerSelfSessionJobs,
  selfTokens,
} from "../domains/surfaces/self-session/index.ts";
import type { Equipment, McpTool } from "../runtimes/runtime.ts";
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

/** The service's own MCP server, which every session's agent is given (R17). */
export interface AgentServer {
  /** Says what it offers; the list is made when the first agent needs it. */
  offer(list: () => readonly McpTool[]): void;
  addTo(equipment: Equipment, sessionId: number): Equipment;
}

export function agentServer({ passes, url }: ComposeDeps): AgentServer {
  const tokens = selfTokens(passes);
  let list: (() => readonly McpTool[]) | undefined;
  let tools: readonly McpTool[] | undefined;
  return {
    offer(made) {
      list = made;
    },
    addTo(equipment, sessionId) {
      tools ??= list?.();
      const name = injectedServerName(equipment.mcpServers.map((server) => server.name));
      const own = ownServer({ name, url: url(), token: tokens.of(sessionId), tools });
      return { ...equipment, mcpServers: [...equipment.mcpServers, own] };
    },
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
