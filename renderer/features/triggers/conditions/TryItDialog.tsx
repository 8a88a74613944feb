import { useId, useState } from "react";
import type { Trial } from "../../../../server/domains/automation/triggers/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type TriedCondition, useSample, useTryCondition } from "../api.ts";
import { text } from "./text.ts";

const tones: Record<Trial["events"][number]["outcome"], string> = {
  fires: "text-ink",
  continues: "text-ink",
  coalesced: "text-soft",
  burst_notice: "text-needs",
  suppressed: "text-needs",
  skipped: "text-soft",
  filtered: "text-soft",
};

function Event({ event }: { event: Trial["events"][number] }) {
  const { outcome, at, summary, reason, prompt } = event;
  return (
    <li className="border-b border-line py-1.5 text-sm last:border-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={`font-medium ${tones[outcome]}`}>{text.tryIt.outcomes[outcome]}</span>
        <RelativeTime instant={at} className="text-xs text-faint" />
      </p>
      <p className="text-xs wrap-anywhere text-soft">{summary}</p>
      {reason !== null && <p className="text-xs wrap-anywhere text-faint">{reason}</p>}
      {prompt !== null && (
        <details className="mt-1">
          <summary className="cursor-default text-xs text-accent">{text.tryIt.prompt}</summary>
          <pre className="mt-1 rounded-md bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {prompt}
          </pre>
        </details>
      )}
    </li>
  );
}

function Result({ trial }: { trial: Trial }) {
  const { events, note, fires } = trial;
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <p className="text-sm font-medium">{text.tryIt.fires(fires)}</p>
      {note !== null && <p className="text-sm text-needs">{note}.</p>}
      {events.length > 0 && (
        <ul
          aria-label={text.tryIt.events}
          // Focusable, so that the keyboard can scroll it.
          tabIndex={0}
          className="max-h-80 overflow-y-auto rounded-md border border-line px-3"
        >
          {events.toReversed().map((event, index) => (
            <Event key={`${event.at} ${index}`} event={event} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a payload is as JSON; undefined if it is none. */
function payloadOf(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

type OnTry = (payload: unknown) => void;

/** A payload as its host would send it, to change and to try. */
function Sample({ condition, onTry }: { condition: TriedCondition; onTry: OnTry }) {
  return (
    <QueryContent query={useSample(condition)} what={text.tryIt.sample}>
      {({ payload: offered }) =>
        offered === null || offered === undefined ? (
          <p className="text-sm text-soft">{text.tryIt.noSample}</p>
        ) : (
          <PayloadField offered={offered} onTry={onTry} />
        )
      }
    </QueryContent>
  );
}

function PayloadField({ offered, onTry }: { offered: unknown; onTry: OnTry }) {
  const [json, setJson] = useState(() => JSON.stringify(offered, null, 2));
  const payload = payloadOf(json);
  return (
    <div className="flex flex-col gap-2">
      <Field label={text.tryIt.payload} hint={text.tryIt.payloadHint}>
        {(ids) => (
          <textarea
            {...ids}
            rows={10}
            spellCheck={false}
            className="field font-mono text-xs"
            value={json}
            onChange={(event) => setJson(event.target.value)}
          />
        )}
      </Field>
      {json !== "" && payload === undefined && <p className="text-xs text-failed">{text.tryIt.notJson}</p>}
      <Button
        variant="primary"
        className="self-start"
        disabled={payload === undefined}
        onClick={() => onTry(payload)}
      >
        {text.tryIt.send}
      </Button>
    </div>
  );
}

/** Whether it matters how long a session is in progress. */
const dependsOnDuration = (condition: TriedCondition): boolean =>
  condition.reuse_session ? !condition.enqueue_messages : condition.skip_if_pending_session;

/** How long a session is taken to be in progress. */
function Duration({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <Field label={text.tryIt.duration} hint={text.tryIt.durationHint}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          inputMode="numeric"
          min={0}
          max={1_440}
          className="field w-24"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

const minutesOf = (value: string): number => Math.min(Math.max(Number(value) || 0, 0), 1_440);

interface Props {
  condition: TriedCondition;
  /** The condition as a sentence. */
  sentence: string;
  onClose(): void;
}

/** Compares a condition with the last day, or with a sample, without firing anything. */
export function TryItDialog({ condition, sentence, onClose }: Props) {
  const [way, setWay] = useState<"day" | "sample">("day");
  const [minutes, setMinutes] = useState("15");
  const { mutate, data, error, isPending, reset } = useTryCondition(condition);
  const group = useId();
  const choose = (chosen: "day" | "sample"): void => {
    reset();
    setWay(chosen);
  };
  const compare = (): void =>
    mutate(dependsOnDuration(condition) ? { session_minutes: minutesOf(minutes) } : {});
  return (
    <Dialog open onClose={onClose} title={text.tryIt.title}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-soft">{sentence}.</p>
        <div
          role="radiogroup"
          aria-label={text.tryIt.title}
          className="flex flex-wrap gap-x-4 gap-y-1 text-sm"
        >
          {(["day", "sample"] as const).map((name) => (
            <label key={name} className="flex items-center gap-1.5">
              <input type="radio" name={group} checked={way === name} onChange={() => choose(name)} />
              {text.tryIt.ways[name]}
            </label>
          ))}
        </div>
        {way === "day" ? (
          <>
            {dependsOnDuration(condition) && <Duration value={minutes} onChange={setMinutes} />}
            <Button variant="primary" className="self-start" busy={isPending} onClick={compare}>
              {text.tryIt.run}
            </Button>
          </>
        ) : (
          <Sample condition={condition} onTry={(payload) => mutate({ payload })} />
        )}
        {error !== null && <ErrorAlert title={text.tryIt.failed} messages={errorMessages(error)} />}
        {data !== undefined && !isPending && <Result trial={data} />}
        <p className="text-xs text-faint">{text.tryIt.hint}</p>
      </div>
    </Dialog>
  );
}
