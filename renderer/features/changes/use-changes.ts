import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { changeKeys, listChanges, readDiff, type WantedDiff } from "./api.ts";
import { useDiffLook } from "./use-diff-look.ts";

/** Epoch ms of the last turn that ended while this was on the screen. */
function useTurnEnd({ status }: Session): number {
  const [endedAt, setEndedAt] = useState(0);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "running" && status !== "running") setEndedAt(Date.now());
    before.current = status;
  }, [status]);
  return endedAt;
}

/** What the session changed, read anew whenever this comes on the screen and when it is asked for. */
export function useChanges(session: Session) {
  const { whitespace } = useDiffLook();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: changeKeys.list(session.id, whitespace),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      return { changes: await listChanges(session.id, whitespace, { signal }), askedAt };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
  const endedAt = useTurnEnd(session);
  return {
    changes: query.data?.changes,
    error: query.error,
    loading: query.isPending,
    reloading: query.isFetching,
    /** A turn ended after this was asked for, and it may have been read before that. */
    stale: query.data !== undefined && endedAt > query.data.askedAt,
    /** The list, and the files that are open. */
    reload: (): void => void client.invalidateQueries({ queryKey: changeKeys.all(session.id) }),
  };
}

/** The change of one file; while it is read anew the one before stays. */
export function useFileDiff(of: WantedDiff) {
  return useQuery({
    queryKey: changeKeys.file(of),
    queryFn: ({ signal }) => readDiff(of, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
}
