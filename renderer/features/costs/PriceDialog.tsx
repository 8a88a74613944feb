import { type FormEvent, useState } from "react";
import type { ModelRate } from "../../../server/domains/pricing/model-rates/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { useSaveRate } from "./api.ts";
import { text } from "./text.ts";

interface Props {
  model: string;
  /** Null for a model without a price. */
  rate: ModelRate | null;
  onClose(): void;
}

const kinds = ["input", "output", "cache_read", "cache_write_5m", "cache_write_1h"] as const;
type Kind = (typeof kinds)[number];

/** What the owner pays for a model. What is left empty follows from the price of input. */
export function PriceDialog({ model, rate, onClose }: Props) {
  const [prices, setPrices] = useState<Record<Kind, string>>({
    input: String(rate?.input ?? ""),
    output: String(rate?.output ?? ""),
    cache_read: String(rate?.cache_read ?? ""),
    cache_write_5m: String(rate?.cache_write_5m ?? ""),
    cache_write_1h: String(rate?.cache_write_1h ?? ""),
  });
  const save = useSaveRate(onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = kinds.filter((kind) => prices[kind] !== "").map((kind) => [kind, Number(prices[kind])]);
    save.mutate({ model: rate?.model ?? model, body: { input: 0, output: 0, ...Object.fromEntries(given) } });
  };
  return (
    <Dialog open onClose={onClose} title={text.prices.edit(model)} description={text.prices.intro}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {save.isError && <ErrorAlert title={text.prices.notSaved} messages={errorMessages(save.error)} />}
        <div className="grid grid-cols-2 gap-3">
          {kinds.map((kind) => (
            <Field key={kind} label={text.components[kind]}>
              {(ids) => (
                <input
                  {...ids}
                  required={kind === "input" || kind === "output"}
                  type="number"
                  min="0"
                  max="100000"
                  step="any"
                  inputMode="decimal"
                  value={prices[kind]}
                  onChange={(event) => setPrices({ ...prices, [kind]: event.target.value })}
                  className="field"
                />
              )}
            </Field>
          ))}
        </div>
        <DialogFooter onClose={onClose} busy={save.isPending}>
          {text.prices.save}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
