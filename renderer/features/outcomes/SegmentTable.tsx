import { useState } from "react";
import type { Segment } from "../../../server/domains/outcomes/analyses/model.ts";
import { formatDuration } from "../../lib/durations.ts";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { OutcomeBadge } from "./OutcomeBadge.tsx";
import { text } from "./text.ts";
import { allSegments } from "./tree-layout.ts";

/** So many rows are shown at first. */
const firstRows = 100;

interface Props {
  root: Segment;
  onChoose(id: string): void;
}

/** The same tree as rows, one below the other. */
export function SegmentTable({ root, onChoose }: Props) {
  const [failedOnly, setFailedOnly] = useState(false);
  const [whole, setWhole] = useState(false);
  const rows = allSegments(root).filter(({ outcome }) => !failedOnly || outcome.kind === "Failure");
  const shown = whole ? rows : rows.slice(0, firstRows);
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="cursor-pointer text-xs text-soft select-none hover:text-ink">
        {text.table.summary}
      </summary>
      <div className="flex justify-end pb-1">
        <Switch label={text.table.failedOnly} checked={failedOnly} onCheckedChange={setFailedOnly} />
      </div>
      <table aria-label={text.table.title} className="w-full text-xs">
        <thead className="text-2xs text-faint">
          <tr>
            {text.table.columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={`font-medium ${at === 3 ? "text-end" : "pe-3 text-start"} ${at === 2 ? "max-sm:hidden" : ""}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, goal, outcome, meta }) => (
            <tr key={id} className="align-baseline">
              <th
                scope="row"
                className="py-1 pe-3 text-start font-normal"
                style={{ paddingInlineStart: `${Math.min(id.split(".").length - 1, 12) * 0.75}rem` }}
              >
                <button
                  type="button"
                  className="text-start wrap-anywhere text-accent hover:underline"
                  onClick={() => onChoose(id)}
                >
                  {goal.text}
                </button>
              </th>
              <td className="pe-3">
                <OutcomeBadge kind={outcome.kind} />
              </td>
              <td className="pe-3 text-soft wrap-anywhere max-sm:hidden">{outcome.explanation}</td>
              <td className="text-end whitespace-nowrap tabular-nums">
                {meta.wall_clock_s === null ? "–" : formatDuration(meta.wall_clock_s * 1_000)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <div className="flex justify-center pt-2">
          <Button size="small" onClick={() => setWhole(true)}>
            {text.table.more(rows.length)}
          </Button>
        </div>
      )}
    </details>
  );
}
