import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { useMedia } from "../../ui/use-media.ts";
import type { DiffLook } from "./DiffTable.tsx";

const useLook = create<{ look: DiffLook }>()(() => ({ look: readStored(storageKeys.diffLook) }));

/** How changes are drawn, as it was chosen last. */
export function useDiffLook() {
  const look = useLook((state) => state.look);
  const chooseLook = (chosen: DiffLook): void => {
    useLook.setState({ look: chosen });
    writeStored(storageKeys.diffLook, chosen);
  };
  return { look, chooseLook, roomForTwo: useMedia("(min-width: 900px)") };
}
