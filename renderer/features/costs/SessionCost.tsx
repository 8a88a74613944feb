import type { SessionUsage } from "../../../server/domains/usage/calls/model.ts";
import { calendarTime } from "../../lib/time.ts";
import { Section } from "../../ui/Section.tsx";
import { modelNames } from "../sessions/model-name.ts";
import { useSessionUsage } from "./api.ts";
import { costSentence, formatCount, formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

type Counts = Omit<SessionUsage["by_model"][number], "model">;

interface ModelRowProps {
  label: string;
  title?: string;
  counts: Counts;
  indented?: boolean;
}

function ModelRow({ label, title, counts, indented }: ModelRowProps) {
  const cached = counts.cache_read_tokens + counts.cache_creation_tokens;
  const figures = [counts.calls, counts.input_tokens, cached, counts.output_tokens].map(formatCount);
  return (
    <tr>
      <th
        scope="row"
        title={title}
        className={`w-full max-w-0 truncate py-0.5 text-start font-normal ${indented ? "ps-2 text-faint" : ""}`}
      >
        {label}
      </th>
      {[...figures, counts.usd === null ? text.sessionCost.noPrice : formatDollars(counts.usd)].map(
        (figure, at) => (
          <td key={text.sessionCost.columns[at]} className="ps-2.5 text-end whitespace-nowrap">
            {figure}
          </td>
        ),
      )}
    </tr>
  );
}

function Table({ usage }: { usage: SessionUsage }) {
  const nameOf = modelNames(usage.by_model.map(({ model }) => model));
  return (
    <table className="w-full text-xs tabular-nums">
      <thead className="text-2xs text-faint">
        <tr>
          <th scope="col" className="text-start font-medium">
            {text.sessionCost.model}
          </th>
          {text.sessionCost.columns.map((column) => (
            <th key={column} scope="col" className="ps-2.5 text-end font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {usage.by_model.map(({ model, ...counts }) => (
          <ModelRow key={model} label={nameOf(model)} title={model} counts={counts} />
        ))}
        {usage.subagents !== null && (
          <ModelRow label={text.sessionCost.bySubagents} counts={usage.subagents} indented />
        )}
      </tbody>
    </table>
  );
}

/** The cost of a session's calls to models, by model. */
export function SessionCost({ sessionId }: { sessionId: number }) {
  const { data } = useSessionUsage(sessionId);
  if (!data?.cost) return null;
  return (
    <Section title={text.sessionCost.title}>
      <p className="mb-1.5 text-sm">{costSentence(data.cost)}</p>
      <Table usage={data} />
      {data.left_out !== null && (
        <p className="mt-1.5 text-xs text-needs">{text.sessionCost.leftOut(data.left_out)}</p>
      )}
      <p className="mt-1.5 text-2xs text-faint">
        {text.sessionCost.basis(calendarTime(data.rates_as_of, true))}
      </p>
    </Section>
  );
}
