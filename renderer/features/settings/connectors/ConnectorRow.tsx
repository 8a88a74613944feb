import { Link } from "@tanstack/react-router";
import type { Connector } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { useMinute } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { text } from "./text.ts";
import { expiryText, issuerHost, stateLabels } from "./view-model.ts";

interface Props {
  connector: Connector;
  /** The browser is leaving for this server. */
  isLeaving: boolean;
  onSignIn(): void;
  onSignOut(): void;
}

function StateBadge({ state }: Pick<Connector, "state">) {
  const { text, warns } = stateLabels[state];
  const tone = warns ? "bg-needs-soft text-needs" : "bg-sunken text-soft";
  return <span className={`rounded-sm px-1.5 text-2xs font-medium ${tone}`}>{text}</span>;
}

function Facts({ connector }: { connector: Connector }) {
  const { server_url, issuer, scope, signed_in_at } = connector;
  const lasting = expiryText(connector, new Date(useMinute()));
  return (
    <>
      <p className="font-mono text-2xs wrap-anywhere text-faint">{server_url}</p>
      {issuer !== null && (
        <p className="flex flex-wrap gap-x-3 text-xs text-faint">
          <span>{text.connector.issuer(issuerHost(issuer))}</span>
          {scope !== null && <span>{text.connector.scope(scope)}</span>}
          {signed_in_at !== null && (
            <span>
              {text.connector.since} <RelativeTime instant={signed_in_at} spoken />
            </span>
          )}
          {lasting !== null && <span>{lasting}</span>}
        </p>
      )}
    </>
  );
}

function WaitingSessions({ sessions }: { sessions: Connector["waiting_sessions"] }) {
  if (sessions.length === 0) return null;
  return (
    <div className="mt-1 text-xs text-soft">
      {text.waiting(sessions.length)}
      <ul className="flex flex-wrap gap-x-3">
        {sessions.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="/sessions/$id"
              params={{ id: String(id) }}
              className="font-medium text-accent hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ConnectorRow({ connector, isLeaving, onSignIn, onSignOut }: Props) {
  const { title, state, last_error, unavailable_reason, waiting_sessions } = connector;
  const isWanted = state !== "connected" || waiting_sessions.length > 0;
  const signInLabel = state === "never" ? text.connector.signIn : text.connector.signInAgain;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-1.5 font-medium">
          {title}
          <StateBadge state={state} />
        </p>
        <Facts connector={connector} />
        {last_error !== null && (
          <p className="text-xs wrap-anywhere text-failed">{text.connector.lastError(last_error)}</p>
        )}
        {unavailable_reason !== null && (
          <p className="text-xs wrap-anywhere text-failed">
            {text.connector.unavailable(unavailable_reason)}
          </p>
        )}
        <WaitingSessions sessions={waiting_sessions} />
      </div>
      <div className="flex gap-2">
        {state !== "never" && (
          <Button size="small" onClick={onSignOut} aria-label={text.signOut.named(title)}>
            {text.signOut.button}
          </Button>
        )}
        <Button
          size="small"
          variant={isWanted && unavailable_reason === null ? "primary" : "plain"}
          busy={isLeaving}
          disabled={unavailable_reason !== null}
          onClick={onSignIn}
          aria-label={text.connector.signInTo(signInLabel, title)}
        >
          {signInLabel}
        </Button>
      </div>
    </li>
  );
}
