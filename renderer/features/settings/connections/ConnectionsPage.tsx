import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { OauthGrant, Privilege } from "../../../../server/domains/access/oauth/model.ts";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useConnections, useRevokeConnection, useSetPrivilege } from "./api.ts";
import { ConnectGuide } from "./ConnectGuide.tsx";
import { ConnectionRow, RevokedRow } from "./ConnectionRow.tsx";
import { actingText, titleOf } from "./view-model.ts";

/** What takes something away or gives more away is asked first; going back to relaying is done at once. */
function useConnectionActs() {
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const privilege = useSetPrivilege();
  const revoke = useRevokeConnection();
  const say = ({ message }: { message: string }) => toastSuccess(message);

  function setPrivilege(grant: OauthGrant, wanted: Privilege): unknown {
    const wish = { id: grant.id, privilege: wanted };
    if (wanted === "relay_only") {
      return privilege.mutateAsync(wish, {
        onSuccess: say,
        onError: (error) => toastError("Could not change the connection", error),
      });
    }
    return setAsked({
      title: `Allow ${titleOf(grant)} to act as you?`,
      description: actingText(grant),
      actionLabel: "Allow acting as me",
      run: () => privilege.mutateAsync(wish).then(say),
    });
  }

  const askToRevoke = (grant: OauthGrant): void =>
    setAsked({
      title: `Revoke ${titleOf(grant)}?`,
      description: "Its next request will be refused. To connect again, it needs your approval.",
      actionLabel: "Revoke",
      run: () => revoke.mutateAsync(grant.id).then(say),
    });

  return { asked, close: () => setAsked(null), setPrivilege, askToRevoke, changing: privilege };
}

function Revoked({ grants }: { grants: readonly OauthGrant[] }) {
  return (
    <details className="group rounded-lg border border-line bg-surface px-4 py-2">
      <summary className="flex min-h-7 list-none items-center gap-1.5 text-sm font-medium pointer-coarse:min-h-10">
        <ChevronRight
          aria-hidden
          className="size-3.5 text-faint group-open:rotate-90 rtl:not-group-open:rotate-180"
        />
        Revoked connections <span className="text-xs text-faint tabular-nums">{grants.length}</span>
      </summary>
      <ul aria-label="Revoked connections">
        {grants.map((grant) => (
          <RevokedRow key={grant.id} grant={grant} />
        ))}
      </ul>
    </details>
  );
}

function ActiveConnections({ grants }: { grants: readonly OauthGrant[] }) {
  const { asked, close, setPrivilege, askToRevoke, changing } = useConnectionActs();
  return (
    <>
      {grants.length === 0 ? (
        <EmptyState title="No connections yet" text="Programs and phones that you approve appear here." />
      ) : (
        <ul aria-label="Connections" className="-my-2.5">
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
      <ConfirmDialog confirmation={asked} onClose={close} />
    </>
  );
}

export function ConnectionsPage() {
  const connections = useConnections();
  const revoked = connections.data?.oauth_grants.filter(({ status }) => status === "revoked") ?? [];
  return (
    <>
      <SettingsSection
        title="Connected"
        description="A connection that acts as you writes in your name and can do what only a person can. A relay only passes on messages from others."
      >
        <QueryContent query={connections} what="the connections">
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
