import { type FormEvent, useState } from "react";
import {
  type AtLimit,
  atLimits,
  type Budget,
  type BudgetPeriod,
  budgetPeriods,
} from "../../../server/domains/usage/budgets/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useSaveBudget } from "./api.ts";
import { text } from "./text.ts";

/** What a budget can be for. */
export type BudgetTarget =
  | { scope: "all" }
  | { scope: "agent_root"; agent_root: string }
  | { scope: "session"; session_id: number };

interface Props {
  /** Null for a new one. */
  budget: Budget | null;
  targets: readonly BudgetTarget[];
  onClose(): void;
}

function targetLabel(target: BudgetTarget): string {
  if (target.scope === "agent_root") return text.page.root(target.agent_root);
  return target.scope === "session" ? text.page.session(target.session_id) : text.budgets.everything;
}

/** The form of a new budget, or of one that there is; what it is for stays. */
export function BudgetDialog({ budget, targets, onClose }: Props) {
  const [target, setTarget] = useState("0");
  const [limit, setLimit] = useState(budget === null ? "" : String(budget.limit_usd));
  const [period, setPeriod] = useState<BudgetPeriod>(budget?.period ?? "day");
  const [percent, setPercent] = useState(Math.round((budget?.warn_share ?? 0.8) * 100));
  const [atLimit, setAtLimit] = useState<AtLimit>(budget?.at_limit ?? "hold_spot");
  const save = useSaveBudget(onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const terms = { limit_usd: Number(limit), period, warn_share: percent / 100, at_limit: atLimit };
    const chosen = targets[Number(target)] ?? { scope: "all" as const };
    save.mutate({ id: budget?.id ?? null, body: budget === null ? { ...chosen, ...terms } : terms });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={budget === null ? text.budgets.add : text.budgets.editTitle(budget.label)}
      description={text.budgets.intro}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {save.isError && <ErrorAlert title={text.budgets.notSaved} messages={errorMessages(save.error)} />}
        {budget === null && (
          <SelectField
            label={text.budgets.for}
            value={target}
            options={targets.map((one, at) => ({ value: String(at), label: targetLabel(one) }))}
            onValueChange={setTarget}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          <Field label={text.budgets.limit}>
            {(ids) => (
              <input
                {...ids}
                required
                type="number"
                min="0.01"
                max="1000000"
                step="0.01"
                inputMode="decimal"
                value={limit}
                onChange={(event) => setLimit(event.target.value)}
                className="field"
              />
            )}
          </Field>
          <SelectField
            label={text.budgets.per}
            value={period}
            options={budgetPeriods.map((value) => ({ value, label: text.budgets.periods[value] }))}
            onValueChange={(value) => setPeriod(value as BudgetPeriod)}
          />
        </div>
        <NumberField
          label={text.budgets.warnAt}
          hint={text.budgets.warnHint}
          range={[1, 100]}
          value={percent}
          onChange={setPercent}
        />
        <SelectField
          label={text.budgets.atLimit}
          value={atLimit}
          options={atLimits.map((value) => ({ value, label: text.budgets.acts[value] }))}
          onValueChange={(value) => setAtLimit(value as AtLimit)}
          hint={text.budgets.effects[atLimit]}
        />
        <DialogFooter onClose={onClose} busy={save.isPending}>
          {text.budgets.save}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
