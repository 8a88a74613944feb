import { useEffect } from "react";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";

const mostRecent = 12;

/** The ids of the sessions that this browser opened, the last one first. */
export const recentSessions = (): readonly number[] => readStored(storageKeys.recentSessions);

/** Puts the session first among the recent ones while its page is open. */
export function useRememberSession(id: number): void {
  useEffect(() => {
    const others = recentSessions().filter((other) => other !== id);
    writeStored(storageKeys.recentSessions, [id, ...others].slice(0, mostRecent));
  }, [id]);
}
