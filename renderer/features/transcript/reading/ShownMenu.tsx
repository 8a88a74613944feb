import { ListFilter } from "lucide-react";
import { CheckMenu } from "../../../ui/CheckMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { entryKinds, kindLabels } from "../kinds.ts";
import { foldEverything, showRaw, turnKind, useTranscriptView } from "../transcript.store.ts";

/** What the transcript shows of itself, and how. `reference` names the session whose reading copy is offered. */
export function ShownMenu({ reference }: { reference: string }) {
  const kinds = useTranscriptView((view) => view.kinds);
  const raw = useTranscriptView((view) => view.raw);
  const checks = [
    ...entryKinds.map((kind) => ({
      id: kind,
      label: kindLabels[kind],
      checked: kinds.includes(kind),
      toggle: () => turnKind(kind),
    })),
    { id: "raw", label: "As it is stored", checked: raw, toggle: () => showRaw(!raw) },
  ];
  const entries = [
    { id: "out", label: "Fold everything out", run: () => foldEverything(true) },
    { id: "in", label: "Fold everything in", run: () => foldEverything(false) },
    {
      id: "copy",
      label: "Open as plain text",
      run: () =>
        void window.open(
          `/ui/v1/sessions/${encodeURIComponent(reference)}/transcript?format=text`,
          "_blank",
          "noreferrer",
        ),
    },
  ];
  return (
    <CheckMenu
      trigger={
        <IconButton label="What the transcript shows">
          <ListFilter aria-hidden className="size-4" />
        </IconButton>
      }
      title="The transcript shows"
      checkboxes={checks}
      items={entries}
    />
  );
}
