import { useState } from "react";
import { Pager } from "../../ui/Pager.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { modelName } from "../sessions/model-name.ts";
import { allCostRecords, useCostRecords } from "./api.ts";
import { CsvButton } from "./CsvButton.tsx";
import type { CostsSearch } from "./costs-search.ts";
import { formatCount, formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

/** The single calls of the session that the report is narrowed to. */
export function CostCalls({ search }: { search: CostsSearch }) {
  const [page, setPage] = useState(1);
  const calls = useCostRecords(search, page);
  return (
    <section aria-label={text.calls.title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{text.calls.title}</h2>
        {calls.data && (
          <CsvButton
            of={text.calls.title}
            file="costs-calls"
            columns={text.calls.columns}
            rows={async () =>
              (await allCostRecords(search)).map((call) => [
                call.called_at,
                call.model,
                call.input_tokens,
                call.cache_read_tokens + call.cache_creation_tokens,
                call.output_tokens,
                call.priced ? call.cost_usd : null,
              ])
            }
          />
        )}
      </div>
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
                    <td className="py-1 pe-3 whitespace-nowrap">
                      <RelativeTime instant={call.called_at} />
                    </td>
                    <td className="w-full max-w-0 truncate" title={call.model}>
                      {modelName(call.model)}
                    </td>
                    {[
                      call.input_tokens,
                      call.cache_read_tokens + call.cache_creation_tokens,
                      call.output_tokens,
                    ].map((count, at) => (
                      <td key={text.calls.columns[at + 2]} className="ps-3 text-end">
                        {formatCount(count)}
                      </td>
                    ))}
                    <td className="ps-3 text-end whitespace-nowrap">
                      {call.priced ? formatDollars(call.cost_usd) : text.noPrice}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pager
              label={text.calls.pages}
              page={page}
              pages={pagination.total_pages ?? 1}
              onChange={setPage}
            />
          </>
        )}
      </QueryContent>
    </section>
  );
}
