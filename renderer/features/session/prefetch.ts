import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "../sessions/use-session.ts";
import { transcriptQuery } from "../transcript/use-transcript.ts";

/** Asks for what a session's page shows first, all at once, while the code of the page is still on its way. */
export function prefetchSession(client: QueryClient, reference: string): void {
  void client.prefetchQuery(sessionQuery(reference));
  // The number that belongs to a slug is not known before the session is.
  if (/^\d+$/.test(reference)) void client.prefetchQuery(transcriptQuery(client, Number(reference)));
}
