import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";

/** From this width on there is room for the list beside a session. */
const roomy = "(min-width: 1100px)";

const useSplitChoice = create<{ isOn: boolean }>()(() => ({ isOn: readStored(storageKeys.splitView) }));

export function toggleSplitView(): void {
  const isOn = !useSplitChoice.getState().isOn;
  writeStored(storageKeys.splitView, isOn);
  useSplitChoice.setState({ isOn });
}

/** Whether the window has room for the list, and whether it is shown. */
export function useSplitView(): { hasRoom: boolean; isShown: boolean } {
  const isOn = useSplitChoice((choice) => choice.isOn);
  const hasRoom = useMediaQuery(roomy);
  return { hasRoom, isShown: isOn && hasRoom };
}
