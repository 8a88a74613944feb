import { ListFilter } from "lucide-react";
import { CheckMenu } from "../../../ui/CheckMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { entryKinds, kindLabels } from "../kinds.ts";
import { foldEverything, showRaw, turnKind, useTranscriptView } from "../transcript.store.ts";

/** Transcript filters of itself, and how. `reference` names the session whose reading copy is offered. */
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
    { id: "raw", label: "Raw JSON", checked: raw, toggle: () => showRaw(!raw) },
  ];
  const entries = [
    { id: "out", label: "Expand all", run: () => foldEverything(true) },
    { id: "in", label: "Collapse all", run: () => foldEverything(false) },
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
        <IconButton label="Transcript filters">
          <ListFilter aria-hidden className="size-4" />
        </IconButton>
      }
      title="Show"
      checkboxes={checks}
      items={entries}
    />
  );
}
