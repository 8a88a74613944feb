import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Connector } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { sentencesOf } from "../../../lib/api-error.ts";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Problem } from "../../../ui/ErrorAlert.tsx";
import { Loaded } from "../../../ui/QueryContent.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
import { sayDone } from "../../../ui/toasts.ts";
import { useConnectors, useSignIn, useSignOut } from "./api.ts";
import { ConnectorRow } from "./ConnectorRow.tsx";
import { inOrder, returnPath } from "./view-model.ts";

/** Says once that the sign-in which led back here went well. */
function useWelcome(signedIn: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (typeof signedIn !== "string") return;
    sayDone(`Signed in to ${signedIn}`, { id: `signed-in-${signedIn}` });
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
      text: "Its tokens are revoked where the server can do that, and forgotten here. Sessions that use it wait before their next turn until you sign in again.",
      act: "Sign out",
      run: async () => sayDone((await signOut.mutateAsync(server_name)).message),
    });
  return (
    <>
      {signIn.isError && (
        <div className="mb-5">
          <Problem title="The sign-in could not begin" sentences={sentencesOf(signIn.error)} />
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
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

export function ConnectorsPage() {
  const { session, signed_in } = useSearch({ strict: false }) as { session?: unknown; signed_in?: unknown };
  const connectors = useConnectors();
  useWelcome(signed_in);
  return (
    <SettingsBlock
      title="MCP servers"
      about="Agents use them on your behalf. A session waits before its turn until you are signed in to all of its servers."
    >
      <Loaded query={connectors} what="the connectors">
        {({ connectors: list }) =>
          list.length === 0 ? (
            <EmptyState
              title="No server asks for a sign-in"
              text="MCP servers of the catalog that have an oauth block appear here."
            />
          ) : (
            <ConnectorList connectors={list} returnTo={returnPath(session)} />
          )
        }
      </Loaded>
    </SettingsBlock>
  );
}
