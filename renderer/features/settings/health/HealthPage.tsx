import type { Health, HealthReport } from "../../../../server/domains/installation/health/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { ArchiveSection } from "./ArchiveSection.tsx";
import { AwakeSection } from "./AwakeSection.tsx";
import { useHealth } from "./api.ts";
import { DiagnosticsSection } from "./DiagnosticsSection.tsx";
import { HealthLines, StateIcon } from "./HealthLines.tsx";
import { QueuesSection } from "./QueuesSection.tsx";
import { RecoverySection } from "./RecoverySection.tsx";
import { recurringJobName } from "./recurring-jobs.ts";
import { text } from "./text.ts";

function Overall({ report }: { report: HealthReport }) {
  const { status } = report.overall_status;
  return (
    <section aria-label={text.overall[status]} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-center gap-3 pb-1" role="status">
        <StateIcon state={status} className="size-6" />
        <h2 className="min-w-0 flex-1 text-base font-semibold">{text.overall[status]}</h2>
        <span className="text-xs text-faint">
          {text.checked} <RelativeTime instant={report.generated_at} spoken />
        </span>
      </div>
      <HealthLines report={report} />
    </section>
  );
}

function RecurringSection({ jobs }: { jobs: HealthReport["system_health"]["recurring_jobs"] }) {
  return (
    <SettingsSection title={text.recurring.title} description={text.recurring.description}>
      <ul className="text-sm">
        {jobs.map((job) => (
          <li
            key={job.job_class}
            className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1.5 last:border-0"
          >
            <span title={job.job_class} className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {recurringJobName(job.job_class)}
            </span>
            {job.running && <span className="text-xs text-running">{text.recurring.running}</span>}
            {job.overdue && <span className="text-xs text-needs">{text.recurring.overdue}</span>}
            <span className="text-xs text-soft">
              {text.recurring.lastSuccess}:{" "}
              {job.last_success_at === null ? (
                text.recurring.notYet
              ) : (
                <RelativeTime instant={job.last_success_at} spoken />
              )}
            </span>
            {job.last_error !== null && (
              <span className="w-full text-xs wrap-anywhere text-failed">{job.last_error}</span>
            )}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

function ActionsSection({ actions }: { actions: HealthReport["recent_actions"] }) {
  return (
    <SettingsSection title={text.actions.title} description={text.actions.description}>
      {actions.length === 0 ? (
        <p className="text-sm text-soft">{text.actions.none}</p>
      ) : (
        <ul className="text-sm">
          {actions.slice(0, 10).map(({ at, by, summary }, index) => (
            <li key={`${at} ${index}`} className="flex flex-wrap items-baseline gap-x-3 py-1">
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{summary}</span>
              <span className="text-xs text-soft">{by}</span>
              <RelativeTime instant={at} spoken className="text-xs text-faint" />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Sections({ health }: { health: Health }) {
  const { health_report: report } = health;
  return (
    <>
      <Overall report={report} />
      <QueuesSection lanes={report.system_health.worker_stats} />
      <RecoverySection health={health} />
      <RecurringSection jobs={report.system_health.recurring_jobs} />
      <ArchiveSection />
      <AwakeSection />
      <ActionsSection actions={report.recent_actions} />
      <DiagnosticsSection />
    </>
  );
}

/** Says whether all is well, and mends what is not. */
export function HealthPage() {
  const query = useHealth();
  return (
    <QueryContent query={query} what={text.what} lines={8}>
      {(health) => <Sections health={health} />}
    </QueryContent>
  );
}
