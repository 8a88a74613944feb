import type { QueryClient } from "@tanstack/react-query";
import { sessionOperations } from "../../../server/domains/sessions/sessions/model.ts";
import { overviewOperations } from "../../../server/domains/surfaces/overview/model.ts";
import { apiUrl } from "../../lib/client.ts";
import { storeAnswer } from "../../lib/stored-answers.ts";
import { listRequest } from "./api.ts";
import { type SessionDetails, sessionKeys } from "./session-cache.ts";
import type { SessionFilter } from "./session-filter.ts";
import type { Pages } from "./session-lists.ts";

/** Stores what the live stream made of the lists and sessions on the screen, so that a reload shows the newest. */
export function storeShown(client: QueryClient, at: number): void {
  const { listSessions } = sessionOperations;
  for (const [key, held] of client.getQueriesData<Pages>({ queryKey: sessionKeys.lists })) {
    const filter = key[sessionKeys.lists.length] as SessionFilter;
    for (const [index, page] of (held?.pages ?? []).entries()) {
      const url = apiUrl(listSessions, listRequest(filter, index + 1));
      storeAnswer({ operation: listSessions.id, url }, JSON.stringify(page), at);
    }
  }
  const { getSession } = overviewOperations;
  for (const [key, details] of client.getQueriesData<SessionDetails>({ queryKey: sessionKeys.details })) {
    if (details === undefined) continue;
    const url = apiUrl(getSession, { params: { id: String(key[sessionKeys.details.length]) } });
    storeAnswer({ operation: getSession.id, url }, JSON.stringify(details), at);
  }
}
