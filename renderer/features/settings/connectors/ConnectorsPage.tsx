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
import { inOrder, returnPath } from "./view-model.ts";

/** Says once that the sign-in which led back here went well. */
function useWelcome(signedIn: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (typeof signedIn !== "string") return;
    toastSuccess(`Signed in to ${signedIn}`, { id: `signed-in-${signedIn}` });
    void navigate({ to: "/settings/$section", params: { section: "connectors" }, replace: true });
  }, [signedIn, navigate]);
}

function ConnectorList({ connectors, returnTo }: { connectors: readonly Connector[]; returnTo: string }) {
  const signIn = useSignIn(returnTo);
  const signOut = useSignOut();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const askToSignOut = ({ server_name, title }: Connector): void =>
    setAsked({
      title: `Sign out of ${title}?`,
      description:
        "Its tokens are deleted here, and revoked if the server supports it. Sessions that use this server wait until you sign in again.",
      actionLabel: "Sign out",
      run: async () => toastSuccess((await signOut.mutateAsync(server_name)).message),
    });
  return (
    <>
      {signIn.isError && (
        <div className="mb-5">
          <ErrorAlert title="Could not start the sign-in" messages={errorMessages(signIn.error)} />
        </div>
      )}
      <ul aria-label="Connectors" className="-my-2.5">
        {inOrder(connectors).map((connector) => (
          <ConnectorRow
            key={connector.server_name}
            connector={connector}
            leaving={!signIn.isError && !signIn.isIdle && signIn.variables === connector.server_name}
            onSignIn={() => signIn.mutate(connector.server_name)}
            onSignOut={() => askToSignOut(connector)}
          />
        ))}
      </ul>
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </>
  );
}

export function ConnectorsPage() {
  const { session, signed_in } = useSearch({ strict: false }) as { session?: unknown; signed_in?: unknown };
  const connectors = useConnectors();
  useWelcome(signed_in);
  return (
    <SettingsSection
      title="MCP servers"
      description="Agents use these servers on your behalf. A session waits to run until you are signed in to all of its servers."
    >
      <QueryContent query={connectors} what="the connectors">
        {({ connectors: list }) =>
          list.length === 0 ? (
            <EmptyState
              title="No connectors yet"
              text="MCP servers in the catalog with an oauth block appear here."
            />
          ) : (
            <ConnectorList connectors={list} returnTo={returnPath(session)} />
          )
        }
      </QueryContent>
    </SettingsSection>
  );
}
