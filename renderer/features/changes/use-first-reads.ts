import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SessionChanges } from "../../../server/domains/review/changes/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { fileDiffQuery } from "./use-changes.ts";
import { useDiffLook } from "./use-diff-look.ts";
import { usePullRequests } from "./use-pull-requests.ts";
import { useViewedFiles } from "./use-viewed-files.ts";
import { initiallyOpen } from "./view-model.ts";

/**
 * Reads what the page shows at first, so that it is drawn at once and nothing moves: the pull requests above the files, and
 * the diffs of the files that are open. False until each has an answer, or an error, which has its own place.
 */
export function useFirstReads(session: Session, changes: SessionChanges | undefined): boolean {
  const client = useQueryClient();
  const { whitespace } = useDiffLook();
  const { isViewed } = useViewedFiles(session.id);
  const requests = usePullRequests(session);
  const [areRead, setAreRead] = useState(false);
  const isFirst = changes !== undefined && !areRead;
  useEffect(() => {
    if (!isFirst) return;
    let isCurrent = true;
    const open = initiallyOpen(changes.files, isViewed);
    const reads = changes.files
      .filter(({ path }) => open.has(path))
      .map(({ path, digest }) =>
        client.prefetchInfiniteQuery(fileDiffQuery({ sessionId: session.id, path, digest, whitespace })),
      );
    void Promise.allSettled(reads).then(() => isCurrent && setAreRead(true));
    return () => {
      isCurrent = false;
    };
  }, [client, isFirst, changes, isViewed, session.id, whitespace]);
  return areRead && !requests.isPending;
}
