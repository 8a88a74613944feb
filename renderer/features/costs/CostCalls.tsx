import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { CostRecord } from "../../../server/domains/usage/costs/model.ts";
import { Pager } from "../../ui/Pager.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toastWarning } from "../../ui/toasts.ts";
import { modelName } from "../sessions/model-name.ts";
import { runtimeLabel } from "../sessions/session-fields.ts";
import { newestCostRecords, useCostRecords } from "./api.ts";
import { CsvButton } from "./CsvButton.tsx";
import type { CostsSearch } from "./costs-search.ts";
import type { CsvCell } from "./csv.ts";
import { formatCount, formatDollars } from "./format-cost.ts";
import { type HeadColumn, onlyOnWideScreens, TableHead } from "./TableHead.tsx";
import { text } from "./text.ts";

interface Column extends HeadColumn {
  /** What the file says. */
  cell(call: CostRecord): CsvCell;
  /** What the page shows. */
  show(call: CostRecord): ReactNode;
  className: string;
}

const count = (label: string, cell: (call: CostRecord) => number): Column => ({
  label,
  cell,
  show: (call) => formatCount(cell(call)),
  className: "ps-3 text-end",
});

const [when, model, input, cached, output, cost] = text.calls.columns;

const first: readonly Column[] = [
  {
    label: when,
    cell: (call) => call.called_at,
    show: (call) => <RelativeTime instant={call.called_at} />,
    className: "py-1 whitespace-nowrap",
    isText: true,
  },
  {
    label: model,
    cell: (call) => call.model,
    show: (call) => <span title={call.model}>{call.priced ? modelName(call.model) : call.model}</span>,
    className: "w-full max-w-0 truncate ps-3",
    isText: true,
  },
];

const counts: readonly Column[] = [
  count(input, (call) => call.input_tokens),
  count(cached, (call) => call.cache_read_tokens + call.cache_creation_tokens),
  count(output, (call) => call.output_tokens),
  {
    label: cost,
    cell: (call) => (call.priced ? call.cost_usd : null),
    show: (call) => (call.priced ? formatDollars(call.cost_usd) : text.noPrice),
    className: "ps-3 text-end whitespace-nowrap",
  },
];

const outside: readonly Column[] = [
  {
    label: text.calls.runtime,
    cell: (call) => call.agent_runtime,
    show: (call) => runtimeLabel(call.agent_runtime),
    className: "ps-3 whitespace-nowrap",
    isText: true,
    onlyWide: true,
  },
  {
    label: text.calls.about,
    cell: (call) => call.subject_session_id ?? null,
    show: ({ subject_session_id: id }) =>
      id === null || id === undefined ? (
        "\u2013"
      ) : (
        <Link to="/sessions/$id" params={{ id: String(id) }} className="text-accent hover:underline">
          {text.calls.session(id)}
        </Link>
      ),
    className: "ps-3 whitespace-nowrap",
    isText: true,
    onlyWide: true,
  },
];

interface Props {
  search: CostsSearch;
  title?: string;
}

/** The single calls of the session that the report is narrowed to, or of what made them outside of sessions. */
export function CostCalls({ search, title = text.calls.title }: Props) {
  const [page, setPage] = useState(1);
  const calls = useCostRecords(search, page);
  const isOutside = search.source !== undefined;
  const columns = isOutside ? [...first, ...outside, ...counts] : [...first, ...counts];
  return (
    <section
      aria-label={title}
      className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3 lg:col-span-2"
    >
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{title}</h2>
        {calls.data && calls.data.records.length > 0 && (
          <CsvButton
            of={title}
            file={isOutside ? "costs-calls-outside-sessions" : "costs-calls"}
            columns={columns.map(({ label }) => label)}
            rows={async () => {
              const { records, total } = await newestCostRecords(search);
              if (records.length < total) toastWarning(text.calls.notAll(records.length, total));
              return records.map((call) => columns.map(({ cell }) => cell(call)));
            }}
          />
        )}
      </div>
      <QueryContent query={calls} what={text.calls.loading}>
        {({ records, pagination }) =>
          records.length === 0 ? (
            <p className="text-xs text-faint">{text.calls.none}</p>
          ) : (
            <>
              <CallTable title={title} columns={columns} records={records} />
              <Pager
                label={text.calls.pages}
                page={page}
                pages={pagination.total_pages ?? 1}
                onChange={setPage}
              />
            </>
          )
        }
      </QueryContent>
    </section>
  );
}

interface TableProps {
  title: string;
  columns: readonly Column[];
  records: readonly CostRecord[];
}

const CallTable = ({ title, columns, records }: TableProps) => (
  <table aria-label={title} className="w-full text-xs tabular-nums">
    <TableHead of={when} columns={columns.slice(1)} />
    <tbody>
      {records.map((call) => (
        <tr key={`${call.request_id} ${call.id}`}>
          {columns.map(({ label, show, className, onlyWide }) => (
            <td key={label} className={`${className} ${onlyWide ? onlyOnWideScreens : ""}`}>
              {show(call)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
