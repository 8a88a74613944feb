import { Ellipsis, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { InferenceAccount } from "../../../server/domains/agents/accounts/model.ts";
import { useMinute } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { activateAccount, refreshAccount, removeAccount, restoreSignIn, useInferenceChange } from "./api.ts";
import { Badge } from "./Badge.tsx";
import { Credits } from "./Credits.tsx";
import { History } from "./History.tsx";
import { WindowMeter } from "./Meter.tsx";
import { ReplaceKeyDialog } from "./ReplaceKeyDialog.tsx";
import { SignIn, SignInButton } from "./SignIn.tsx";
import { text } from "./text.ts";
import { badgeOf, kindOf, otherWindowName, planName, spentSentence } from "./view-model.ts";

const words = text.account;

function Facts({ account }: { account: InferenceAccount }) {
  const { quota, quota_hit_count: hits, probed_at } = account;
  const plan = quota && planName(quota);
  const facts = [
    kindOf(account),
    ...(plan === null ? [] : [words.plan(plan)]),
    words.priority(account.priority),
    ...(hits > 0 ? [words.hits(hits)] : []),
  ];
  const readAt = quota?.taken_at ?? probed_at;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-faint">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {readAt !== null && (
        <span>
          {words.read} <RelativeTime instant={readAt} spoken />
        </span>
      )}
    </p>
  );
}

function Windows({ account: { quota, probed_at } }: { account: InferenceAccount }) {
  if (quota === null) {
    return <p className="text-xs text-faint">{probed_at === null ? words.neverRead : words.noWindows}</p>;
  }
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <WindowMeter name={text.windows.five_hour} window={quota.five_hour} />
      <WindowMeter name={text.windows.seven_day} window={quota.seven_day} />
      {quota.other_windows.map((window) => (
        <WindowMeter key={window.name} name={otherWindowName(window.name)} window={window} />
      ))}
      {quota.credits !== null && <Credits credits={quota.credits} />}
    </div>
  );
}

function Problem({ account }: { account: InferenceAccount }) {
  const now = useMinute();
  const { why_not, probe_error, credentials, login } = account;
  const failure = login.last_attempt?.status === "failed" ? login.last_attempt.error_message : null;
  if (why_not !== null && failure !== null)
    return <p className="text-sm wrap-anywhere text-needs">{failure}</p>;
  if (why_not !== null && account.status === "quota_exceeded")
    return <p className="text-sm text-needs">{spentSentence(account.quota_reset_at, now)}</p>;
  if (why_not !== null) return <p className="text-sm wrap-anywhere text-needs">{why_not}.</p>;
  if (probe_error === null || credentials.refused) return null;
  return <p className="text-sm wrap-anywhere text-needs">{words.probeFailed(probe_error)}</p>;
}

function useAccountActions(account: InferenceAccount) {
  const { id } = account;
  const refresh = useInferenceChange(refreshAccount);
  const activate = useInferenceChange(activateAccount);
  const remove = useInferenceChange(removeAccount);
  const restore = useInferenceChange(restoreSignIn);
  return {
    refreshing: refresh.isPending,
    activating: activate.isPending,
    refresh: () =>
      refresh.mutate(id, {
        onSuccess: ({ account: { probe_error } }) => {
          if (probe_error !== null) toastError(words.refreshFailed, new Error(probe_error));
        },
        onError: (error) => toastError(words.refreshFailed, error),
      }),
    activate: () =>
      activate.mutate(id, {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastError(words.activateFailed, error),
      }),
    remove: async () => {
      const { message } = await remove.mutateAsync(id);
      const undo = (): void =>
        restore.mutate(account, { onError: (error) => toastError(words.restoreFailed, error) });
      toastSuccess(message, account.credential_place === "machine" ? { undo } : {});
    },
  };
}

const removal = ({ email, credential_place }: InferenceAccount, run: Confirmation["run"]): Confirmation => ({
  title: words.removeTitle(email),
  description: credential_place === "machine" ? words.removeMachine : words.removeBody,
  actionLabel: words.remove,
  run,
});

interface ButtonProps {
  account: InferenceAccount;
  actions: ReturnType<typeof useAccountActions>;
  menu: readonly MenuItem[];
}

function Buttons({ account, actions, menu }: ButtonProps) {
  const { email, serves, is_current, login, credential_place } = account;
  return (
    <div className="flex items-center gap-1.5">
      {login.available && login.active_attempt === null && credential_place !== "machine" && (
        <SignInButton account={account} />
      )}
      {serves && !is_current && (
        <Button
          size="small"
          busy={actions.activating}
          onClick={actions.activate}
          aria-label={words.activateNamed(email)}
        >
          {words.activate}
        </Button>
      )}
      <IconButton label={words.refreshNamed(email)} busy={actions.refreshing} onClick={actions.refresh}>
        <RefreshCw aria-hidden className="size-3.5" />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={words.more(email)}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
        items={menu}
      />
    </div>
  );
}

/** One account: what is left of it, why it does not serve, and what a person can do about it. */
export function AccountCard({ account }: { account: InferenceAccount }) {
  const { email, api_key_account, quota } = account;
  const actions = useAccountActions(account);
  const [dialog, setDialog] = useState<"replace" | "remove" | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const badge = badgeOf(account);
  const close = (): void => setDialog(null);
  return (
    <li className="flex flex-col gap-3 border-b border-line px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="flex flex-wrap items-center gap-1.5">
            <span className="font-medium wrap-anywhere">{email}</span>
            {account.serves_next && <Badge tone="good">{words.next}</Badge>}
            {(!account.serves_next || badge.tone !== "good") && (
              <Badge tone={badge.tone}>{badge.label}</Badge>
            )}
          </h3>
          <Facts account={account} />
        </div>
        <Buttons
          account={account}
          actions={actions}
          menu={[
            ...(quota === null
              ? []
              : [
                  {
                    id: "history",
                    label: showsHistory ? words.hideHistory : words.history,
                    run: () => setShowsHistory(!showsHistory),
                  },
                ]),
            ...(api_key_account
              ? [{ id: "replace", label: words.replaceKey, run: () => setDialog("replace") }]
              : []),
            { id: "remove", label: words.remove, dangerous: true, run: () => setDialog("remove") },
          ]}
        />
      </div>
      <Problem account={account} />
      {account.login.active_attempt !== null && (
        <SignIn account={account} login={account.login.active_attempt} />
      )}
      <Windows account={account} />
      {showsHistory && <History account={account} />}
      {dialog === "replace" && <ReplaceKeyDialog account={account} onClose={close} />}
      <ConfirmDialog
        confirmation={dialog === "remove" ? removal(account, actions.remove) : null}
        onClose={close}
      />
    </li>
  );
}
