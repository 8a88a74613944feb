import { CircleHelp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Elicitation } from "../../../server/domains/sessions/elicitations/model.ts";
import { fullTime } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { AnswerField } from "./AnswerField.tsx";
import { AnswerKey } from "./AnswerKey.tsx";
import { FieldHint } from "./FieldHint.tsx";
import { type FormFieldView, yesNoField } from "./fields.ts";
import { text } from "./text.ts";
import { timeLeft } from "./time-left.ts";
import { useAnswer } from "./use-answer.ts";
import { questionAttribute, useAnswerKeys, useFocusOnOpening } from "./use-answer-keys.ts";

/** Counts down to a time; null after it has passed. */
function useTimeLeft(expiresAt: string): string | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return timeLeft(expiresAt, now);
}

function Heading({ question, left }: { question: Elicitation; left: string | null }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <CircleHelp aria-hidden className="size-4 shrink-0 text-needs" />
        {text.title}
      </h2>
      {question.tool_name !== null && (
        <span className="font-mono text-2xs text-faint">{question.tool_name}</span>
      )}
      <time
        dateTime={question.expires_at}
        title={text.until(fullTime(question.expires_at))}
        className="ms-auto text-xs text-faint tabular-nums"
      >
        {left === null ? text.expired : text.timeLeft(left)}
      </time>
    </header>
  );
}

function YesNoQuestion({ field, problem }: { field: FormFieldView; problem: string | undefined }) {
  return (
    <p className="text-sm font-medium">
      {field.label}
      <span className="block text-xs font-normal text-faint">
        <FieldHint description={field.description} problem={problem} />
      </span>
    </p>
  );
}

interface AnswersProps {
  answer: ReturnType<typeof useAnswer>;
  /** The field of a question that only asks for yes or no. */
  yesNo: FormFieldView | null;
  blocked: boolean;
}

function Answers({ answer, yesNo, blocked }: AnswersProps) {
  const { busy } = answer;
  return (
    <footer className="flex flex-wrap justify-end gap-2">
      <Button
        size="small"
        variant="quiet"
        disabled={blocked}
        busy={busy === "cancel"}
        onClick={() => answer.refuse("cancel")}
      >
        {text.dismiss}
      </Button>
      {yesNo === null ? (
        <>
          <Button
            size="small"
            disabled={blocked}
            busy={busy === "decline"}
            onClick={() => answer.refuse("decline")}
          >
            {text.decline}
          </Button>
          <Button size="small" variant="primary" type="submit" disabled={blocked} busy={busy === "accept"}>
            {text.answer}
            <Kbd hotkey="form.send" onFill />
          </Button>
        </>
      ) : (
        [false, true].map((value) => (
          <Button
            key={String(value)}
            size="small"
            variant={value ? "primary" : "plain"}
            disabled={blocked}
            busy={answer.sending?.[yesNo.name] === value}
            onClick={() => answer.acceptWith(yesNo.name, value)}
          >
            {value ? text.yes : text.no}
            <AnswerKey of={value ? "y" : "n"} onFill={value} />
          </Button>
        ))
      )}
    </footer>
  );
}

interface Props {
  question: Elicitation;
  /** The page was opened for it. */
  focused: boolean;
}

/** A question of an MCP server, shown as the form it asked for, while the agent waits. */
export function ElicitationCard({ question, focused }: Props) {
  const left = useTimeLeft(question.expires_at);
  const answer = useAnswer(question);
  const { busy, refusal } = answer;
  const wrong = refusal !== null;
  const blocked = left === null || busy !== null;
  const yesNo = yesNoField(answer.fields);
  const form = useRef<HTMLFormElement>(null);
  const onKeyDown = useAnswerKeys(form, { answer, yesNo, blocked });
  useFocusOnOpening(form, focused);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [wrong]);
  return (
    <form
      ref={form}
      aria-label={text.form}
      tabIndex={-1}
      {...{ [questionAttribute]: "" }}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        answer.accept();
      }}
      className="flex flex-col gap-3 rounded-lg border border-needs-dot/50 bg-needs-soft px-3 py-2.5"
    >
      <Heading question={question} left={left} />
      <p className="wrap-anywhere whitespace-pre-line">{question.message}</p>
      {yesNo !== null && <YesNoQuestion field={yesNo} problem={refusal?.byField.get(yesNo.name)} />}
      {(yesNo === null ? answer.fields : []).map((field) => (
        <AnswerField
          key={field.name}
          field={field}
          value={answer.values[field.name]}
          onChange={(value) => answer.set(field.name, value)}
          problem={refusal?.byField.get(field.name)}
        />
      ))}
      {answer.restored && <DraftNote onDiscard={answer.discard} />}
      {refusal !== null && (
        <ErrorAlert
          title={text.notAccepted}
          messages={refusal.others.length > 0 ? refusal.others : [text.checkFields]}
        />
      )}
      <Answers answer={answer} yesNo={yesNo} blocked={blocked} />
    </form>
  );
}
