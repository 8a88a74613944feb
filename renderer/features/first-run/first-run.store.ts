import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";

/** Whether this browser's person has left the set-up, which then comes back on their word alone. */
export const useFirstRunLeft = create<{ left: boolean }>()(() => ({
  left: readStored(storageKeys.firstRun) === "left",
}));

export function leaveFirstRun(): void {
  useFirstRunLeft.setState({ left: true });
  writeStored(storageKeys.firstRun, "left");
}
