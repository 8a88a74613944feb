import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GoalReport, VerdictCounts } from "../../../server/domains/outcomes/goal-reports/model.ts";
import { defined } from "../../lib/search-values.ts";
import { dateOf } from "../../lib/time.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Page } from "../../ui/Page.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { useConfigs } from "../new-session/use-configs.ts";
import { SessionFilters } from "../outcomes/SessionFilters.tsx";
import { KnownStatusBadge } from "../sessions/KnownStatusBadge.tsx";
import { useGoalChecks } from "./api.ts";
import { type GoalsSearch, horizons } from "./goals-search.ts";
import { text } from "./text.ts";
import { VerdictBar, VerdictFigures, verdictOrder } from "./VerdictBar.tsx";

type CheckName = GoalReport["criteria"][number]["id"];
type LabelOf = (id: CheckName) => string;

const link = "text-accent hover:underline";

/** The last day of a window, whose end is not included. */
const lastDay = (end: string): string => dateOf(new Date(Date.parse(end) - 1).toISOString());

/** How many stopped sessions of a window met their goal, and why the others did not. */
export function GoalChecksPage() {
  const search = useSearch({ from: "/quality/" });
  const navigate = useNavigate();
  const report = useGoalChecks(search);
  const { from, to, days, ...others } = search;
  const isOwn = from !== undefined || to !== undefined;
  const show = (next: GoalsSearch): void => void navigate({ to: "/quality", search: next });
  return (
    <Page title={text.title} intro={text.intro}>
      <SessionFilters
        search={search}
        onChange={({ ...change }) => {
          const next = { ...search, ...change };
          // Dates of one's own replace the window.
          show(defined("from" in change || "to" in change ? { ...next, days: undefined } : next));
        }}
      >
        <SegmentedControl
          label={text.window}
          value={isOwn ? "" : String(days ?? 7)}
          options={horizons.map((length) => ({ value: String(length), label: text.horizons[length] }))}
          onChange={(value) =>
            show({ ...others, ...defined({ days: horizons.find((length) => String(length) === value) }) })
          }
        />
      </SessionFilters>
      <QueryContent query={report} what={text.loading}>
        {(found) => <Report report={found} />}
      </QueryContent>
    </Page>
  );
}

function Report({ report }: { report: GoalReport }) {
  const { window, resting_sessions: resting, checked_sessions: checked } = report;
  const goals = useConfigs().data?.goals ?? [];
  const labels = new Map(report.criteria.map(({ id, label }) => [id, label]));
  const labelOf = (id: CheckName): string => labels.get(id) ?? id;
  if (resting === 0) return <EmptyState title={text.empty} text={text.emptyHint} />;
  if (checked === 0) return <EmptyState title={text.noneChecked} text={text.noneCheckedHint(resting)} />;
  return (
    <>
      <section aria-label={text.verdictsTitle} className="flex flex-col gap-2">
        <VerdictFigures counts={report.verdicts} />
        <VerdictBar counts={report.verdicts} />
        <p className="text-xs text-soft">
          {text.checked(checked, resting)}{" "}
          {report.delegated_sessions > 0 && text.delegated(report.delegated_sessions)}{" "}
          {text.windowNote(dateOf(window.from), lastDay(window.to))}
        </p>
      </section>
      <Reasons title={text.unmet} hint={text.unmetHint} reasons={report.unmet_reasons} labelOf={labelOf} />
      <Reasons
        title={text.pending}
        hint={text.pendingHint}
        reasons={report.pending_reasons}
        labelOf={labelOf}
      />
      <OwnPullRequests own={report.unmet_on_own_pull_request} labelOf={labelOf} />
      <VerdictTable
        title={text.criteria}
        of={text.criterion}
        rows={report.criteria.map((counts) => ({ name: counts.label, counts }))}
      />
      <VerdictTable
        title={text.byGoal}
        of={text.goal}
        rows={report.by_goal.map(({ goal_id: id, verdicts }) => ({
          name: goals.find((goal) => goal.id === id)?.name ?? id,
          counts: verdicts,
        }))}
      />
      <VerdictTable
        title={text.byRoot}
        of={text.root}
        rows={report.by_agent_root.map(({ agent_root: root, verdicts }) => ({
          name: root ?? text.noRoot,
          counts: verdicts,
        }))}
      />
    </>
  );
}

function Box({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="text-xs font-semibold text-soft">{title}</h2>
      {hint !== undefined && hint !== "" && <p className="text-xs text-faint">{hint}</p>}
      <div className="mt-1.5">{children}</div>
    </section>
  );
}

interface ReasonsProps {
  title: string;
  hint: string;
  reasons: GoalReport["unmet_reasons"];
  labelOf: LabelOf;
}

function Reasons({ title, hint, reasons, labelOf }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <Box title={title} hint={hint}>
      <ul className="flex flex-col gap-2 text-sm">
        {reasons.map(({ criteria, sessions, samples }) => (
          <li key={criteria.join()}>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{criteria.map(labelOf).join(", ")}</span>
              <span className="text-xs text-faint">{text.sessions(sessions)}</span>
            </p>
            <p className="flex flex-wrap gap-x-3 text-xs">
              {samples.map(({ session_id: id, title: name }) => (
                <Link
                  key={id}
                  to="/sessions/$id"
                  params={{ id: String(id) }}
                  className={`max-w-64 truncate ${link}`}
                >
                  {name}
                </Link>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </Box>
  );
}

interface OwnProps {
  own: GoalReport["unmet_on_own_pull_request"];
  labelOf: LabelOf;
}

function OwnPullRequests({ own, labelOf }: OwnProps) {
  if (own.sessions === 0) return null;
  return (
    <Box title={text.own} hint={text.ownHint(own.listed.length, own.sessions)}>
      <ul className="flex flex-col gap-1 text-sm">
        {own.listed.map(({ session_id: id, title, status, unmet_criteria: criteria }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <KnownStatusBadge id={id} status={status} />
            <Link to="/sessions/$id" params={{ id: String(id) }} className={`min-w-0 wrap-anywhere ${link}`}>
              {title}
            </Link>
            <span className="text-xs text-faint">{criteria.map(labelOf).join(", ")}</span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

interface TableProps {
  title: string;
  /** The heading of the first column. */
  of: string;
  rows: readonly { name: string; counts: VerdictCounts }[];
}

function VerdictTable({ title, of, rows }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <Box title={title}>
      <table aria-label={title} className="w-full text-xs tabular-nums">
        <thead className="text-2xs text-faint">
          <tr>
            <th scope="col" className="text-start font-medium">
              {of}
            </th>
            {verdictOrder.map((verdict) => (
              <th
                key={verdict}
                scope="col"
                className="w-px ps-3 text-end font-medium whitespace-nowrap sm:w-19"
              >
                {text.verdicts[verdict]}
              </th>
            ))}
            <th scope="col" className="max-sm:hidden">
              <span className="sr-only">{text.shares}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }) => (
            <tr key={name}>
              <th scope="row" className="py-1 text-start font-normal wrap-anywhere">
                {name}
              </th>
              {verdictOrder.map((verdict) => (
                <td key={verdict} className="ps-3 text-end">
                  {counts[verdict]}
                </td>
              ))}
              <td className="w-1/3 ps-3 max-sm:hidden">
                <VerdictBar counts={counts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
