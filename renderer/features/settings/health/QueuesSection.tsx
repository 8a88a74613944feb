import { useState } from "react";
import type { HealthReport } from "../../../../server/domains/installation/health/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { QueuedJobList } from "./QueuedJobList.tsx";
import { text } from "./text.ts";

type Lane = HealthReport["system_health"]["worker_stats"][number];

const cell = "py-1.5 pe-3 text-end tabular-nums";

function LaneRow({ lane, isOpen, onToggle }: { lane: Lane; isOpen: boolean; onToggle(): void }) {
  return (
    <tr className="h-10 border-t border-line">
      <th scope="row" className="py-1.5 pe-3 text-start font-medium">
        {lane.queue}
        {lane.held && <span className="ms-2 text-xs font-normal text-needs">{text.queues.held}</span>}
      </th>
      <td className={cell}>{lane.ready}</td>
      <td className={`${cell} max-sm:hidden`}>{lane.scheduled}</td>
      <td className={cell}>
        {lane.running}/{lane.threads}
      </td>
      <td className={`${cell} max-sm:hidden`}>{lane.completed_last_hour}</td>
      <td className="py-1 text-end">
        {lane.queue !== "agents" && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            aria-label={text.queues.show(lane.queue)}
            onClick={onToggle}
          >
            {text.queues.jobs}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The queues with their depth, and the jobs of one of them. */
export function QueuesSection({ lanes }: { lanes: readonly Lane[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const heads = [text.queues.waiting, text.queues.later, text.queues.running, text.queues.done];
  return (
    <SettingsSection title={text.queues.title} description={text.queues.description}>
      <table aria-label={text.queues.table} className="w-full text-sm">
        <thead className="text-xs text-faint">
          <tr>
            <th scope="col" className="pe-3 text-start font-normal">
              {text.queues.queue}
            </th>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`pe-3 text-end font-normal ${at % 2 === 1 ? "max-sm:hidden" : ""}`}
              >
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {lanes
            .filter(({ queue }) => queue !== "clones")
            .map((lane) => (
              <LaneRow
                key={lane.queue}
                lane={lane}
                isOpen={open === lane.queue}
                onToggle={() => setOpen(open === lane.queue ? null : lane.queue)}
              />
            ))}
        </tbody>
      </table>
      {open !== null && <QueuedJobList key={open} queue={open} />}
    </SettingsSection>
  );
}
