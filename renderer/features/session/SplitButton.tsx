import { PanelLeft } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { toggleSplitView, useSplitView } from "../sessions/split-view.store.ts";
import { text } from "./text.ts";

/** Shows or hides the list beside the session, where there is room for it. */
export function SplitButton() {
  const { hasRoom, isShown } = useSplitView();
  if (!hasRoom) return null;
  return (
    <IconButton
      label={isShown ? text.splitView.hide : text.splitView.show}
      aria-pressed={isShown}
      onClick={toggleSplitView}
    >
      <PanelLeft aria-hidden className="size-4 rtl:-scale-x-100" />
    </IconButton>
  );
}
