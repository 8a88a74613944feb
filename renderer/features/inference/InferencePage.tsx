import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Inference } from "../../../server/domains/scheduling/inference/model.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PlainPage } from "../../ui/PlainPage.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { AccountCard } from "./AccountCard.tsx";
import { AddAccountDialog } from "./AddAccountDialog.tsx";
import { refreshAccounts, useInference, useInferenceChange } from "./api.ts";
import { GenesisClasses } from "./GenesisClasses.tsx";
import { Pool } from "./Pool.tsx";
import { ProviderKeyCard } from "./ProviderKeyCard.tsx";
import { Rotations } from "./Rotations.tsx";
import { text } from "./text.ts";

function RefreshAll({ runtime }: { runtime: string }) {
  const { mutate, isPending } = useInferenceChange(refreshAccounts);
  return (
    <Button
      size="small"
      busy={isPending}
      onClick={() =>
        mutate(runtime, {
          onSuccess: ({ failed, message }) =>
            failed > 0 ? toastError(text.refreshFailed, new Error(message)) : toastSuccess(message),
          onError: (error) => toastError(text.refreshFailed, error),
        })
      }
    >
      {!isPending && <RefreshCw aria-hidden className="size-3.5" />}
      {text.refreshAll}
    </Button>
  );
}

/** The accounts of one runtime, in the order in which they serve. */
function Accounts({ inference }: { inference: Inference }) {
  const { runtime, runtimes, accounts, pool } = inference;
  const [adding, setAdding] = useState(false);
  const shown = runtimes.find(({ id }) => id === runtime);
  const add = (
    <Button variant="primary" size="small" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-3.5" />
      {text.add.button}
    </Button>
  );
  return (
    <>
      <Pool accounts={accounts} pool={pool} />
      <section aria-label={text.accounts} className="rounded-lg border border-line bg-surface">
        <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3">
          <h2 className="text-base font-semibold">{text.accounts}</h2>
          <div className="flex gap-2">
            {accounts.length > 0 && <RefreshAll runtime={runtime} />}
            {accounts.length > 0 && add}
          </div>
        </header>
        {accounts.length === 0 ? (
          <div className="**:data-empty:py-10">
            <EmptyState title={text.empty} text={text.emptyHint}>
              {add}
            </EmptyState>
          </div>
        ) : (
          <ul>
            {accounts.map((account) => (
              <AccountCard key={account.id} account={account} />
            ))}
          </ul>
        )}
      </section>
      <Rotations log={inference.rotation_log} />
      {adding && shown && <AddAccountDialog runtime={shown} onClose={() => setAdding(false)} />}
    </>
  );
}

function Content({ inference }: { inference: Inference }) {
  const navigate = useNavigate();
  const { runtime, runtimes, openrouter_key: key, genesis_classes } = inference;
  return (
    <>
      <div>
        <SegmentedControl
          label={text.runtime}
          value={runtime}
          options={runtimes.map(({ id, label }) => ({ value: id, label }))}
          onChange={(next) => navigate({ to: "/inference", search: { runtime: next }, replace: true })}
        />
      </div>
      {key === null ? (
        <Accounts key={runtime} inference={inference} />
      ) : (
        <ProviderKeyCard of={key} action={key.present && <RefreshAll runtime={runtime} />} />
      )}
      <GenesisClasses classes={genesis_classes} />
      <p className="text-sm text-soft">
        {text.policy}{" "}
        <Link to="/queue" className="text-accent hover:underline">
          {text.queue}
        </Link>
      </p>
    </>
  );
}

/** The accounts that agents run on, and who goes first. */
export function InferencePage() {
  const { runtime } = useSearch({ from: "/inference" });
  const inference = useInference(runtime);
  return (
    <PlainPage title={text.title} intro={text.intro}>
      <QueryContent query={inference} what={text.loading}>
        {(shown) => <Content inference={shown} />}
      </QueryContent>
    </PlainPage>
  );
}
