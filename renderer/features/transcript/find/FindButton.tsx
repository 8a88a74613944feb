import { Search } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showFind, useTranscriptView } from "../transcript.store.ts";
import { text } from "./text.ts";

/** On a phone the menu of filters has it. */
export function FindButton() {
  const finding = useTranscriptView((view) => view.finding);
  return (
    <IconButton
      label={text.label}
      aria-pressed={finding}
      className="max-sm:hidden"
      onClick={() => showFind(!finding)}
    >
      <Search aria-hidden className="size-4" />
    </IconButton>
  );
}
