import { ownActions, sessionActions } from "./action-tool.ts";
import { getSession } from "./get-session-tool.ts";
import { getSessionProvenance, getUserView, reorderUserView } from "./overview-tools.ts";
import type { SessionToolDeps } from "./ports.ts";
import { manageEnqueuedMessages } from "./queue-tool.ts";
import { searchSessions } from "./search-tool.ts";
import { startSession } from "./start-tool.ts";

/** The tools of the group `sessions`. */
export const sessionTools = (deps: SessionToolDeps) =>
  [
    searchSessions,
    getSession(deps),
    getSessionProvenance,
    getUserView,
    reorderUserView,
    startSession,
    sessionActions(deps),
    manageEnqueuedMessages,
  ] as const;

/** Tools to read every session and to act on the agent's own. */
export const ownSessionTools = (deps: SessionToolDeps) =>
  [searchSessions, getSession(deps), getSessionProvenance, ownActions(deps)] as const;
