import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Budget } from "../../../server/domains/usage/budgets/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { useBudgets, useRemoveBudget } from "./api.ts";
import { BudgetDialog, type BudgetTarget } from "./BudgetDialog.tsx";
import { formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

type Editing = { budget: Budget | null } | null;

/** Limits on what calls to models may cost, with how much of each is used up. */
export function Budgets({ targets }: { targets: readonly BudgetTarget[] }) {
  const budgets = useBudgets();
  const remove = useRemoveBudget();
  const [editing, setEditing] = useState<Editing>(null);
  return (
    <section aria-label={text.budgets.title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{text.budgets.title}</h2>
        <Button size="small" onClick={() => setEditing({ budget: null })}>
          <Plus aria-hidden className="size-3.5" />
          {text.budgets.add}
        </Button>
      </div>
      {remove.isError && (
        <ErrorAlert title={text.budgets.notRemoved} messages={errorMessages(remove.error)} />
      )}
      <QueryContent query={budgets} what={text.budgets.loading}>
        {({ budgets: all }) =>
          all.length === 0 ? (
            <p className="text-xs text-soft">{text.budgets.none}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {all.map((budget) => (
                <BudgetRow
                  key={budget.id}
                  budget={budget}
                  onEdit={() => setEditing({ budget })}
                  onRemove={() => remove.mutate(budget.id)}
                  isRemoving={remove.isPending && remove.variables === budget.id}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {editing !== null && (
        <BudgetDialog budget={editing.budget} targets={targets} onClose={() => setEditing(null)} />
      )}
    </section>
  );
}

const barColors: Record<Budget["state"], string> = {
  within: "bg-accent-fill",
  warned: "bg-needs",
  reached: "bg-failed",
};

interface RowProps {
  budget: Budget;
  isRemoving: boolean;
  onEdit(): void;
  onRemove(): void;
}

function BudgetRow({ budget, isRemoving, onEdit, onRemove }: RowProps) {
  const { label, period, limit_usd: limit, spent_usd: spent, state } = budget;
  const share = spent === null ? 0 : Math.min(spent / limit, 1);
  const name = text.budgets.name(label, text.budgets.periods[period]);
  return (
    <li className="flex flex-col gap-1 text-xs">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <span className="tabular-nums">
          {text.budgets.spent(spent === null ? "–" : formatDollars(spent), formatDollars(limit))}
        </span>
        <span className="flex gap-1">
          <Button size="small" variant="quiet" onClick={onEdit} aria-label={text.budgets.edit(name)}>
            <Pencil aria-hidden className="size-3.5" />
          </Button>
          <Button
            size="small"
            variant="quiet"
            busy={isRemoving}
            onClick={onRemove}
            aria-label={text.budgets.remove(name)}
          >
            <Trash2 aria-hidden className="size-3.5" />
          </Button>
        </span>
      </div>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 rounded-sm bg-sunken"
      >
        <div className={`h-2 rounded-sm ${barColors[state]}`} style={{ width: `${share * 100}%` }} />
      </div>
      <p className={state === "reached" ? "text-failed" : "text-faint"}>
        {state === "reached" ? text.budgets.reached[budget.at_limit] : text.budgets.effects[budget.at_limit]}
      </p>
    </li>
  );
}
