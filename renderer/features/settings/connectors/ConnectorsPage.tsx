import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Connector } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { useConnectors, useSignIn, useSignOut } from "./api.ts";
import { ConnectorRow } from "./ConnectorRow.tsx";
import { text } from "./text.ts";
import { byUrgency, returnPath } from "./view-model.ts";

/** Confirms the sign-in that just led back here, once. */
function useWelcome(signedIn: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (typeof signedIn !== "string") return;
    toastSuccess(text.page.signedIn(signedIn), { id: `signed-in-${signedIn}` });
    void navigate({ to: "/settings/$section", params: { section: "connectors" }, replace: true });
  }, [signedIn, navigate]);
}

function ConnectorList({ connectors, returnTo }: { connectors: readonly Connector[]; returnTo: string }) {
  const signIn = useSignIn(returnTo);
  const signOut = useSignOut();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const askToSignOut = ({ server_name, title }: Connector): void =>
    setConfirmation({
      title: text.signOut.title(title),
      description: text.signOut.effect,
      actionLabel: text.signOut.button,
      run: async () => toastSuccess((await signOut.mutateAsync(server_name)).message),
    });
  return (
    <>
      {signIn.isError && (
        <div className="mb-5">
          <ErrorAlert title={text.page.signInFailed} messages={errorMessages(signIn.error)} />
        </div>
      )}
      <ul aria-label={text.page.label} className="-my-2.5">
        {byUrgency(connectors).map((connector) => (
          <ConnectorRow
            key={connector.server_name}
            connector={connector}
            isLeaving={!signIn.isError && !signIn.isIdle && signIn.variables === connector.server_name}
            onSignIn={() => signIn.mutate(connector.server_name)}
            onSignOut={() => askToSignOut(connector)}
          />
        ))}
      </ul>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

export function ConnectorsPage() {
  const { session, signed_in } = useSearch({ strict: false }) as { session?: unknown; signed_in?: unknown };
  const connectors = useConnectors();
  useWelcome(signed_in);
  return (
    <SettingsSection title={text.page.title} description={text.page.description}>
      <QueryContent query={connectors} what={text.page.loading}>
        {({ connectors: list }) =>
          list.length === 0 ? (
            <EmptyState title={text.page.empty} text={text.page.emptyHint} />
          ) : (
            <ConnectorList connectors={list} returnTo={returnPath(session)} />
          )
        }
      </QueryContent>
    </SettingsSection>
  );
}
