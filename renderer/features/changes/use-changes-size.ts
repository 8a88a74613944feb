import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { textAt } from "../sessions/session-fields.ts";
import { changesQuery } from "./use-changes.ts";
import { useDiffLook } from "./use-diff-look.ts";
import { totalsOf } from "./view-model.ts";

/** The size of what a session changed; undefined if nothing is changed, and until that is known. */
export function useChangesSize(
  session: Session,
): { files: number; additions: number; deletions: number } | undefined {
  const { whitespace } = useDiffLook();
  const client = useQueryClient();
  // Git compares the whole clone, so it is asked once, and only about a clone that nobody works in.
  const isStill = session.status === "needs_input" || session.status === "waiting";
  const { data } = useQuery({
    ...changesQuery(client, session.id, whitespace),
    enabled: isStill && textAt(session.metadata, "clone_path") !== null,
    refetchOnMount: false,
    retry: false,
  });
  const files = data?.changes.files ?? [];
  return files.length === 0 ? undefined : { files: files.length, ...totalsOf(files) };
}
