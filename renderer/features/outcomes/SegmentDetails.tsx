import type { Segment } from "../../../server/domains/outcomes/analyses/model.ts";
import { formatDuration } from "../../lib/durations.ts";
import { Fact } from "../../ui/Fact.tsx";
import { modelName } from "../sessions/model-name.ts";
import { OutcomeBadge } from "./OutcomeBadge.tsx";
import { text } from "./text.ts";

const count = (value: number): string => value.toLocaleString("en");

/** What is known of one segment. */
export function SegmentDetails({ segment }: { segment: Segment }) {
  const { id, goal, outcome, trigger, meta } = segment;
  const [first, last] = meta.event_range ?? [];
  const facts: [label: string, value: string | null][] = [
    [text.segment.asked, trigger.text?.trim() || null],
    [text.segment.took, meta.wall_clock_s === null ? null : formatDuration(meta.wall_clock_s * 1_000)],
    [text.segment.read, meta.tokens_in === null ? null : count(meta.tokens_in)],
    [text.segment.written, meta.tokens_out === null ? null : count(meta.tokens_out)],
    [text.segment.model, meta.model === null ? null : modelName(meta.model)],
    [text.segment.events, first === undefined || last === undefined ? null : text.segment.range(first, last)],
    [text.segment.transcript, meta.source_transcript_id],
    [text.segment.evidence, outcome.evidence_event_ids?.join(", ") || null],
  ];
  return (
    <section
      aria-label={text.segment.title(id)}
      aria-live="polite"
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint">
        <OutcomeBadge kind={outcome.kind} />
        <span className="tabular-nums">{id}</span>
        <span>{text.segment.kinds[goal.kind]}</span>
        <span>{text.segment.triggers[trigger.kind][trigger.source]}</span>
      </p>
      <h2 className="font-medium wrap-anywhere">{goal.text}</h2>
      <p className="text-soft wrap-anywhere">{outcome.explanation}</p>
      <dl className="m-0 grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1 text-xs">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
        )}
      </dl>
    </section>
  );
}
