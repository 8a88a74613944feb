import { useQuery } from "@tanstack/react-query";
import { liveKeys } from "../live/apply-event.ts";
import { listElicitations } from "./api.ts";

/** The open questions of a session, and those that are over. */
export const useElicitations = (sessionId: number) =>
  useQuery({
    queryKey: liveKeys.elicitations(sessionId),
    queryFn: ({ signal }) => listElicitations(sessionId, { signal }),
  });
