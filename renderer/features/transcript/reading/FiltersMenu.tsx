import { ListFilter } from "lucide-react";
import { transcriptOperations } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { linkUrl } from "../../../lib/client.ts";
import { CheckMenu } from "../../../ui/CheckMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { entryKinds } from "../entry-kinds.ts";
import { text as transcriptText } from "../text.ts";
import { foldEverything, showFind, showRaw, turnKind, useTranscriptView } from "../transcript.store.ts";
import { text } from "./text.ts";

/** Chooses what the transcript shows. `reference` names the session for the plain-text copy. */
export function FiltersMenu({ reference }: { reference: string }) {
  const kinds = useTranscriptView((view) => view.kinds);
  const raw = useTranscriptView((view) => view.raw);
  const checks = [
    ...entryKinds.map((kind) => ({
      id: kind,
      label: transcriptText.kinds[kind],
      checked: kinds.includes(kind),
      toggle: () => turnKind(kind),
    })),
    { id: "raw", label: text.filters.raw, checked: raw, toggle: () => showRaw(!raw) },
  ];
  const isNarrow = useMediaQuery("(width < 40rem)");
  const find = { id: "find", label: transcriptText.commands.find, run: () => showFind(true) };
  const entries = [
    ...(isNarrow ? [find] : []),
    { id: "out", label: text.filters.expandAll, run: () => foldEverything(true) },
    { id: "in", label: text.filters.collapseAll, run: () => foldEverything(false) },
    {
      id: "copy",
      label: text.filters.plainText,
      run: () =>
        void window.open(
          linkUrl(transcriptOperations.getTranscript, {
            params: { id: reference },
            query: { format: "text" },
          }),
          "_blank",
          "noreferrer",
        ),
    },
  ];
  return (
    <CheckMenu
      trigger={
        <IconButton label={text.filters.label}>
          <ListFilter aria-hidden className="size-4" />
        </IconButton>
      }
      title={text.filters.title}
      checkboxes={checks}
      items={entries}
    />
  );
}
