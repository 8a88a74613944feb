import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { textAt } from "../sessions/session-fields.ts";
import { changesQuery } from "./use-changes.ts";
import { useDiffLook } from "./use-diff-look.ts";
import { totalsOf } from "./view-model.ts";

interface ChangesSize {
  files: number;
  additions: number;
  deletions: number;
}

/** The size of what a session changed: null if nothing is changed or is not to be known, "loading" until it is known. */
export function useChangesSize(session: Session): ChangesSize | "loading" | null {
  const { whitespace } = useDiffLook();
  const client = useQueryClient();
  // Git compares the whole clone, so it is asked once, and only about a clone that an agent has worked in and has left.
  const isStill = session.status === "needs_input";
  const { data, isLoading, refetch } = useQuery({
    ...changesQuery(client, session.id, whitespace),
    enabled: isStill && textAt(session.metadata, "clone_path") !== null,
    refetchOnMount: false,
    retry: false,
  });
  // Another turn may have changed more.
  const stoppedAt = session.attention?.since ?? null;
  const seenStop = useRef(stoppedAt);
  useEffect(() => {
    if (!isStill || stoppedAt === seenStop.current) return;
    seenStop.current = stoppedAt;
    void refetch();
  }, [isStill, stoppedAt, refetch]);
  if (!isStill) return null;
  if (isLoading) return "loading";
  const files = data?.changes.files ?? [];
  return files.length === 0 ? null : { files: files.length, ...totalsOf(files) };
}
