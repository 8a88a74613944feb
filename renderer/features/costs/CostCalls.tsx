import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useCostRecords } from "./api.ts";
import type { CostsSearch } from "./costs-search.ts";
import { formatCount, formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

/** The single calls of the session that the report is narrowed to. */
export function CostCalls({ search }: { search: CostsSearch }) {
  const [page, setPage] = useState(1);
  const calls = useCostRecords(search, page);
  return (
    <section aria-label={text.calls.title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="mb-1.5 text-xs font-semibold text-soft">{text.calls.title}</h2>
      <QueryContent query={calls} what={text.calls.loading}>
        {({ records, pagination }) => (
          <>
            <table aria-label={text.calls.title} className="w-full text-xs tabular-nums">
              <thead className="text-2xs text-faint">
                <tr>
                  {text.calls.columns.map((column, at) => (
                    <th
                      key={column}
                      scope="col"
                      className={`font-medium ${at < 2 ? "text-start" : "ps-3 text-end"}`}
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {records.map((call) => (
                  <tr key={call.id}>
                    <td className="py-1 whitespace-nowrap">
                      <RelativeTime instant={call.called_at} />
                    </td>
                    <td className="w-full max-w-0 truncate">{call.model}</td>
                    {[
                      call.input_tokens,
                      call.cache_read_tokens + call.cache_creation_tokens,
                      call.output_tokens,
                    ].map((count, at) => (
                      <td key={text.calls.columns[at + 2]} className="ps-3 text-end">
                        {formatCount(count)}
                      </td>
                    ))}
                    <td className="ps-3 text-end">
                      {call.priced ? formatDollars(call.cost_usd) : text.noPrice}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {(pagination.total_pages ?? 1) > 1 && (
              <nav
                aria-label={text.calls.pages}
                className="flex items-center justify-center gap-3 pt-2 text-xs"
              >
                <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {text.calls.newer}
                </Button>
                <Button
                  size="small"
                  disabled={page === pagination.total_pages}
                  onClick={() => setPage(page + 1)}
                >
                  {text.calls.older}
                </Button>
              </nav>
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}
