import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";

/** Whether the setup was left in this browser. After that it only opens on request. */
export const useFirstRunLeft = create<{ left: boolean }>()(() => ({
  left: readStored(storageKeys.firstRun) === "left",
}));

export function leaveFirstRun(): void {
  useFirstRunLeft.setState({ left: true });
  writeStored(storageKeys.firstRun, "left");
}
