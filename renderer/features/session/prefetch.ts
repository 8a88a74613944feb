import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "../sessions/use-session.ts";
import { transcriptQuery } from "../transcript/use-transcript.ts";

/** Fetches the data that a session's page shows first while the code of the page is still loading. */
export function prefetchSession(client: QueryClient, reference: string): void {
  void client.prefetchQuery(sessionQuery(reference));
  // The session ID of a slug is unknown until the session is loaded.
  if (/^\d+$/.test(reference)) void client.prefetchQuery(transcriptQuery(client, Number(reference)));
}

/** Begins to load a session when the mouse goes down on a link to it, a tenth of a second before the click. */
export function prefetchOnPress(client: QueryClient): void {
  document.addEventListener("pointerdown", ({ target, pointerType, button }) => {
    if (pointerType !== "mouse" || button !== 0 || !(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>("a[href^='/sessions/']");
    const reference = link && /^\/sessions\/(\d+)$/.exec(link.pathname)?.[1];
    if (reference) prefetchSession(client, reference);
  });
}
