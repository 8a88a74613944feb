import { type SubmitEvent, useState } from "react";
import {
  feedbackVerdicts,
  type GateDecision,
  type HumanFeedback,
} from "../../../server/domains/outcomes/gate-decisions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { useAddFeedback } from "./api.ts";
import { text } from "./text.ts";

const words = text.feedback;
const longestNote = 2_000;

/** What people said of a decision, and a form to say it. */
export function Feedback({ decision }: { decision: GateDecision }) {
  const { human_feedback: given } = decision;
  return (
    <section
      aria-label={words.title}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <h2 className="text-xs font-semibold text-soft">{words.title}</h2>
      {given.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {given.map((feedback) => (
            <Given key={feedback.id} feedback={feedback} />
          ))}
        </ul>
      )}
      <FeedbackForm id={decision.id} />
    </section>
  );
}

const Given = ({ feedback: { verdict, note, author, recorded_at: at } }: { feedback: HumanFeedback }) => (
  <li>
    <p className="text-xs text-faint">
      <span className={`font-medium ${verdict === "agree" ? "text-running" : "text-failed"}`}>
        {words.by(author ?? words.someone)} {words.said[verdict]}
      </span>{" "}
      <RelativeTime instant={at} spoken />
    </p>
    {note !== null && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
  </li>
);

function FeedbackForm({ id }: { id: number }) {
  const [verdict, setVerdict] = useState<(typeof feedbackVerdicts)[number] | null>(null);
  const [note, setNote] = useState("");
  const { mutate, error, isPending } = useAddFeedback(id, () => {
    setVerdict(null);
    setNote("");
    toastSuccess(words.done);
  });
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    if (verdict !== null) mutate({ verdict, note });
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-3 border-t border-line pt-3">
      {error && <ErrorAlert title={words.failed} messages={errorMessages(error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-sm font-medium">{words.question}</span>
        <SegmentedControl
          label={words.question}
          value={verdict ?? ""}
          options={feedbackVerdicts.map((value) => ({
            value: value as string,
            label: words.verdicts[value],
          }))}
          onChange={(value) => setVerdict(feedbackVerdicts.find((known) => known === value) ?? null)}
        />
      </div>
      <Field label={words.note} hint={words.noteHint}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={longestNote}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="field field-sizing-content max-h-60"
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={isPending} disabled={verdict === null}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
