import { useCallback, useMemo } from "react";
import { create } from "zustand";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { digestsOf, type ViewedFiles, withViewed } from "./viewed-files.ts";

const useStored = create<{ viewed: ViewedFiles }>()(() => ({ viewed: readStored(storageKeys.viewedFiles) }));

/** Which files of a session a person has viewed as they are now. */
export function useViewedFiles(sessionId: number) {
  const viewed = useStored((state) => state.viewed);
  const digests = useMemo(() => digestsOf(viewed, sessionId), [viewed, sessionId]);
  return {
    isViewed: useCallback(({ digest }: ChangedFile): boolean => digests.has(digest), [digests]),
    setViewed: useCallback(
      (file: ChangedFile, isViewed: boolean): void => {
        // Another tab may have written since.
        const next = withViewed(readStored(storageKeys.viewedFiles), sessionId, { file, isViewed });
        useStored.setState({ viewed: next });
        writeStored(storageKeys.viewedFiles, next);
      },
      [sessionId],
    ),
  };
}
