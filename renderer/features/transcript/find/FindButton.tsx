import { Search } from "lucide-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showFind, useTranscriptView } from "../transcript.store.ts";
import { text } from "./text.ts";

export function FindButton() {
  const finding = useTranscriptView((view) => view.finding);
  return (
    <IconButton label={text.label} aria-pressed={finding} onClick={() => showFind(!finding)}>
      <Search aria-hidden className="size-4" />
    </IconButton>
  );
}
