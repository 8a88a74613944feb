import { useMutation } from "@tanstack/react-query";
import {
  type StatusSummary as Summary,
  summaryOperations,
} from "../../../server/domains/transcripts/summaries/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { callApi } from "../../lib/client.ts";
import { Button } from "../../ui/Button.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { Section } from "../../ui/Section.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { sessionKeys } from "../sessions/session-cache.ts";
import { summaryNote } from "./summary-note.ts";
import { text } from "./text.ts";

const useRegenerate = (sessionId: number) =>
  useMutation({
    mutationFn: () =>
      callApi(summaryOperations.regenerateStatusSummary, { params: { id: String(sessionId) } }),
    onSuccess: ({ message }) => toastSuccess(message),
    meta: { changes: [sessionKeys.details] },
  });

/** A few sentences on the state of the session, written by a small model. */
export function StatusSummary({ sessionId, summary }: { sessionId: number; summary: Summary }) {
  const { mutate, isPending, error } = useRegenerate(sessionId);
  const problem = error === null ? summary.error : errorMessages(error).join(" ");
  const note = summaryNote(summary);
  return (
    <Section
      title={text.statusSummary.title}
      action={
        <Button size="small" variant="quiet" busy={isPending || summary.generating} onClick={() => mutate()}>
          {text.statusSummary.summarize}
        </Button>
      }
    >
      {summary.summary !== null && <Markdown text={summary.summary} />}
      {problem !== null && <p className="text-xs wrap-anywhere text-failed">{problem}</p>}
      {note !== "" && (
        <p role="status" className="mt-1 text-xs text-faint">
          {note}
        </p>
      )}
    </Section>
  );
}
