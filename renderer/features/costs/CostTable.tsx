import type { ReactNode } from "react";
import { CsvButton } from "./CsvButton.tsx";
import { formatCount, formatDollars } from "./format-cost.ts";
import { TableHead } from "./TableHead.tsx";
import { text } from "./text.ts";

export interface CostRow {
  key: string;
  /** What the file says. */
  name: string;
  /** What the page shows, if it is more than the name. */
  label?: ReactNode;
  usd: number;
  tokens: number;
  calls: number;
  /** No price is known. */
  unpriced?: boolean;
}

interface Props {
  title: string;
  /** The heading of the first column. */
  of: string;
  rows: readonly CostRow[];
  /** The name of the CSV file. */
  file: string;
  /** The rows count no calls of their own. */
  withoutCalls?: boolean;
}

/** Costs by group, with its CSV. */
export function CostTable({ title, of, rows, file, withoutCalls = false }: Props) {
  if (rows.length === 0) return null;
  const download = (
    <CsvButton
      of={title}
      file={file}
      columns={[of, text.columns.cost, text.columns.tokens, ...(withoutCalls ? [] : [text.columns.calls])]}
      rows={rows.map(({ name, usd, tokens, calls }) => [name, usd, tokens, ...(withoutCalls ? [] : [calls])])}
    />
  );
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{title}</h2>
        {download}
      </div>
      <Table of={of} title={title} rows={rows} withoutCalls={withoutCalls} />
    </section>
  );
}

function Table({
  of,
  title,
  rows,
  withoutCalls,
}: Pick<Props, "of" | "title" | "rows"> & { withoutCalls: boolean }) {
  const columns = [text.columns.cost, text.columns.tokens, ...(withoutCalls ? [] : [text.columns.calls])];
  return (
    <table aria-label={title} className="w-full text-xs tabular-nums">
      <TableHead of={of} columns={columns.map((label) => ({ label }))} />
      <tbody>
        {rows.map(({ key, name, label, usd, tokens, calls, unpriced }) => (
          <tr key={key}>
            <th scope="row" className="w-full max-w-0 truncate py-1 text-start font-normal">
              {label ?? name}
            </th>
            <td className="ps-3 text-end whitespace-nowrap">
              {unpriced ? text.noPrice : formatDollars(usd)}
            </td>
            <td className="ps-3 text-end">{formatCount(tokens)}</td>
            {!withoutCalls && <td className="ps-3 text-end">{formatCount(calls)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
