import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { OauthGrant, Privilege } from "../../../../server/domains/access/oauth/model.ts";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { CopyableText } from "../../../ui/CopyableText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useOwner } from "../owner/api.ts";
import { useConnections, useRevokeConnection, useSetPrivilege } from "./api.ts";
import { ConnectionRow, RevokedRow } from "./ConnectionRow.tsx";
import { text } from "./text.ts";
import { actingText, titleOf, waysToConnect } from "./view-model.ts";

/** Revoking and raising a privilege ask for confirmation; lowering it does not. */
function useConnectionActions() {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const privilege = useSetPrivilege();
  const revoke = useRevokeConnection();
  const showMessage = ({ message }: { message: string }) => toastSuccess(message);

  function setPrivilege(grant: OauthGrant, target: Privilege): unknown {
    const change = { id: grant.id, privilege: target };
    if (target === "relay_only") {
      return privilege.mutateAsync(change, {
        onSuccess: showMessage,
        onError: (error) => toastError(text.connection.changeFailed, error),
      });
    }
    return setConfirmation({
      title: text.acting.title(titleOf(grant)),
      description: actingText(grant),
      actionLabel: text.acting.confirm,
      run: () => privilege.mutateAsync(change).then(showMessage),
    });
  }

  const askToRevoke = (grant: OauthGrant): void =>
    setConfirmation({
      title: text.revocation.title(titleOf(grant)),
      description: text.revocation.effect,
      actionLabel: text.connection.revoke,
      run: () => revoke.mutateAsync(grant.id).then(showMessage),
    });

  return { confirmation, close: () => setConfirmation(null), setPrivilege, askToRevoke, changing: privilege };
}

function Revoked({ grants }: { grants: readonly OauthGrant[] }) {
  return (
    <details className="group rounded-lg border border-line bg-surface px-4 py-2">
      <summary className="flex min-h-7 list-none items-center gap-1.5 text-sm font-medium pointer-coarse:min-h-10">
        <ChevronRight
          aria-hidden
          className="size-3.5 text-faint group-open:rotate-90 rtl:not-group-open:rotate-180"
        />
        {text.page.revoked} <span className="text-xs text-faint tabular-nums">{grants.length}</span>
      </summary>
      <ul aria-label={text.page.revoked}>
        {grants.map((grant) => (
          <RevokedRow key={grant.id} grant={grant} />
        ))}
      </ul>
    </details>
  );
}

function ActiveConnections({ grants }: { grants: readonly OauthGrant[] }) {
  const { confirmation, close, setPrivilege, askToRevoke, changing } = useConnectionActions();
  return (
    <>
      {grants.length === 0 ? (
        <EmptyState title={text.page.empty} text={text.page.emptyHint} />
      ) : (
        <ul aria-label={text.page.label} className="-my-2.5">
          {grants.map((grant) => (
            <ConnectionRow
              key={grant.id}
              grant={grant}
              busy={changing.isPending && changing.variables.id === grant.id}
              onPrivilege={(privilege) => setPrivilege(grant, privilege)}
              onRevoke={() => askToRevoke(grant)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </>
  );
}

function ConnectGuide() {
  const { data } = useOwner();
  const email = data?.owner.email ?? "you@example.com";
  const ways = waysToConnect(location.origin, { email, commandLine: data?.command_line ?? null });
  return (
    <SettingsSection title={text.guide.title} description={text.guide.description}>
      <ul className="flex flex-col gap-4">
        {ways.map(({ title, label, text: example }) => (
          <li key={label} className="flex flex-col gap-1">
            <p className="text-sm font-medium">{title}</p>
            <CopyableText label={label} value={example} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

export function ConnectionsPage() {
  const connections = useConnections();
  const revoked = connections.data?.oauth_grants.filter(({ status }) => status === "revoked") ?? [];
  return (
    <>
      <SettingsSection title={text.page.title} description={text.page.description}>
        <QueryContent query={connections} what={text.page.loading}>
          {({ oauth_grants }) => (
            <ActiveConnections grants={oauth_grants.filter(({ status }) => status === "active")} />
          )}
        </QueryContent>
      </SettingsSection>
      <ConnectGuide />
      {revoked.length > 0 && <Revoked grants={revoked} />}
    </>
  );
}
