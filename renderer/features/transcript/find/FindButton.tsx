import { Search } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showFind, useTranscriptView } from "../transcript.store.ts";

export function FindButton() {
  const finding = useTranscriptView((view) => view.finding);
  return (
    <IconButton label="Find in the transcript" aria-pressed={finding} onClick={() => showFind(!finding)}>
      <Search aria-hidden className="size-4" />
    </IconButton>
  );
}
