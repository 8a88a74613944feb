import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import type {
  HealthLine,
  HealthReport,
  HealthState,
} from "../../../../server/domains/installation/health/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { LineAction } from "./LineAction.tsx";
import { text } from "./text.ts";
import { pageOf, shownLines } from "./view-model.ts";

const icons: Record<HealthState, typeof CircleCheck> = {
  healthy: CircleCheck,
  warning: CircleAlert,
  critical: CircleX,
};
const tones: Record<HealthState, string> = {
  healthy: "text-running",
  warning: "text-needs",
  critical: "text-failed",
};

export function StateIcon({ state, className = "size-4" }: { state: HealthState; className?: string }) {
  const Icon = icons[state];
  return (
    <span className={`shrink-0 ${tones[state]}`}>
      <Icon aria-hidden className={className} />
      <span className="sr-only">{text.states[state]}</span>
    </span>
  );
}

function Lever({ line, report }: { line: HealthLine; report: HealthReport }) {
  const page = pageOf(line.lever);
  if (page === null) return <LineAction line={line} report={report} />;
  if (line.state === "healthy") return null;
  return (
    <Link
      to="/settings/$section"
      params={{ section: page.section }}
      className="text-sm font-medium underline underline-offset-2"
    >
      {page.label}
    </Link>
  );
}

function Line({ line, report }: { line: HealthLine; report: HealthReport }) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-2.5 last:border-0">
      <span className="pt-0.5">
        <StateIcon state={line.state} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm">
          <span className="font-medium">{line.title}</span>
          <span className="ms-2 wrap-anywhere text-soft tabular-nums">{line.value}</span>
        </p>
        <p className="text-xs wrap-anywhere text-soft">
          {line.meaning}
          {line.state !== "healthy" && (
            <span className="ms-1 text-faint">
              ({text.since} <RelativeTime instant={line.since} spoken />)
            </span>
          )}
        </p>
      </div>
      <Lever line={line} report={report} />
    </li>
  );
}

/** What needs attention, and on request everything that was checked. */
export function HealthLines({ report }: { report: HealthReport }) {
  const [isAll, setAll] = useState(false);
  const { lines } = report;
  const shown = shownLines(lines, isAll);
  return (
    <>
      {shown.length > 0 && (
        <ul>
          {shown.map((line) => (
            <Line key={line.id} line={line} report={report} />
          ))}
        </ul>
      )}
      <Button size="small" variant="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
        {isAll ? text.showLess : text.showAll(lines.length)}
      </Button>
    </>
  );
}
