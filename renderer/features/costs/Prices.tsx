import { Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ModelRate } from "../../../server/domains/pricing/model-rates/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { modelNames } from "../sessions/model-name.ts";
import { useRates, useRemoveRate } from "./api.ts";
import { PriceDialog } from "./PriceDialog.tsx";
import { text } from "./text.ts";

interface Props {
  /** The models of the report; those without a price come first. */
  models: readonly { model: string; priced: boolean }[];
}

/** The prices behind the report's figures, and a form for what the owner pays instead. */
export function Prices({ models }: Props) {
  const rates = useRates();
  const nameOf = modelNames(models.map(({ model }) => model));
  const remove = useRemoveRate();
  const [editing, setEditing] = useState<{ model: string; rate: ModelRate | null } | null>(null);
  return (
    <section aria-label={text.prices.title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="mb-1.5 text-xs font-semibold text-soft">{text.prices.title}</h2>
      {remove.isError && <ErrorAlert title={text.prices.notRemoved} messages={errorMessages(remove.error)} />}
      <QueryContent query={rates} what={text.prices.loading}>
        {({ rates: all }) => (
          <div className="relative overflow-x-auto">
            <table aria-label={text.prices.title} className="w-full text-xs tabular-nums">
              <thead className="text-2xs text-faint">
                <tr>
                  {text.prices.columns.map((column, at) => (
                    <th
                      key={column}
                      scope="col"
                      className={`font-medium whitespace-nowrap ${at === 0 ? "text-start" : "ps-3 text-end"}`}
                    >
                      {column}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="sr-only">{text.prices.change}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {models.map(({ model }) => {
                  const rate = rateOf(all, model);
                  return (
                    <tr key={model}>
                      <th scope="row" className="max-w-40 truncate py-1 text-start font-normal sm:max-w-none">
                        <span title={model}>{rate === null ? model : nameOf(model)}</span>
                        {rate?.own === true && <span className="ps-2 text-accent">{text.prices.own}</span>}
                      </th>
                      {[rate?.input, rate?.output, rate?.cache_read, rate?.cache_write_5m].map(
                        (price, at) => (
                          <td key={text.prices.columns[at + 1]} className="ps-3 text-end">
                            {price === undefined ? "–" : text.prices.dollars(price)}
                          </td>
                        ),
                      )}
                      <td className="ps-2 text-end whitespace-nowrap">
                        {rate?.own === true && (
                          <Button
                            size="small"
                            variant="quiet"
                            busy={remove.isPending && remove.variables === rate.model}
                            onClick={() => remove.mutate(rate.model)}
                            aria-label={text.prices.remove(model)}
                          >
                            <Undo2 aria-hidden className="size-3.5" />
                          </Button>
                        )}
                        <Button
                          size="small"
                          variant="quiet"
                          onClick={() => setEditing({ model, rate })}
                          aria-label={text.prices.edit(model)}
                        >
                          <Pencil aria-hidden className="size-3.5" />
                        </Button>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
      </QueryContent>
      {editing !== null && <PriceDialog {...editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

/** By the name that the price list has, which leaves out providers and dates. */
function rateOf(rates: readonly ModelRate[], model: string): ModelRate | null {
  const plain = (model.toLowerCase().split("/").at(-1) ?? "").replaceAll(".", "-").replace(/\[1m\]$/, "");
  const undated = plain.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");
  return rates.find((rate) => rate.model === plain) ?? rates.find((rate) => rate.model === undated) ?? null;
}
