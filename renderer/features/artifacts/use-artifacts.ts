import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { CallOptions } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";
import { listAttachments, listPictures, listPrompts, listScratch } from "./api.ts";

type Read<T> = (sessionId: number, options: CallOptions) => Promise<T>;

/** Reloaded whenever it is shown and when the stream reports a change of the session. */
const useList = <T>({ id }: Session, name: string, read: Read<T>) =>
  useQuery({
    queryKey: [...liveKeys.artifacts(id), name],
    queryFn: ({ signal }) => read(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
  });

/** The files sent with messages, and the prompts in which the agent received them. */
export const useAttachments = (session: Session) => useList(session, "attachments", withPrompts);
export const usePictures = (session: Session) => useList(session, "pictures", listPictures);
export const useScratch = (session: Session) => useList(session, "scratch", listScratch);

const withPrompts = async (sessionId: number, options: CallOptions) => {
  const [sent, { prompts }] = await Promise.all([
    listAttachments(sessionId, options),
    listPrompts(sessionId, options),
  ]);
  return { ...sent, prompts };
};

/** Reloads all artifacts. */
export function useReload({ id }: Session): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: liveKeys.artifacts(id) });
}
