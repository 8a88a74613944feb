import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type {
  ExternalApp,
  OfferedTrigger,
} from "../../../../server/domains/automation/integrations/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { KnownStatusBadge } from "../../sessions/KnownStatusBadge.tsx";
import { useChangeIntegration, useDeleteIntegration, useIntegration } from "./api.ts";
import { Examples } from "./Examples.tsx";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { IntegrationKeys } from "./IntegrationKeys.tsx";
import { IntegrationPart } from "./IntegrationPart.tsx";
import { TriggerFacts } from "./TriggerFacts.tsx";
import { text } from "./text.ts";

/** Switches at once; if the service refuses, shows why and switches back. */
function IntegrationSwitch({ integration }: { integration: ExternalApp }) {
  const { mutate, isPending, variables } = useChangeIntegration(integration.id);
  const on = (isPending ? variables.enabled : undefined) ?? integration.enabled;
  const refused = (error: unknown): void => toastError(text.integration.switchFailed, error);
  return (
    <Switch
      label={
        <>
          <span className="sr-only">{integration.name}: </span>
          {on ? text.integration.on : text.integration.off}
        </>
      }
      checked={on}
      onCheckedChange={(enabled) => !isPending && mutate({ enabled }, { onError: refused })}
    />
  );
}

function Buttons({ integration, onEdit }: { integration: ExternalApp; onEdit(): void }) {
  const remove = useDeleteIntegration();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const askToDelete = (): void =>
    setConfirmation({
      title: text.deletion.title(integration.name),
      description: text.deletion.description,
      actionLabel: text.deletion.confirm,
      mustType: { text: integration.name.trim(), hint: text.deletion.hint },
      async run() {
        await remove.mutateAsync(integration);
        toastSuccess(text.deletion.done(integration.name));
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IntegrationSwitch integration={integration} />
      <Button size="small" onClick={onEdit} aria-label={text.integration.editNamed(integration.name)}>
        {text.integration.edit}
      </Button>
      <Button size="small" onClick={askToDelete} aria-label={text.integration.deleteNamed(integration.name)}>
        {text.integration.delete}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  );
}

function AllowedTriggers({ integration }: { integration: ExternalApp }) {
  if (integration.triggers.length === 0)
    return <p className="text-sm text-soft">{text.triggers.noneAllowed}</p>;
  return (
    <ul aria-label={text.triggers.of(integration.name)} className="flex flex-col gap-1.5">
      {integration.triggers.map((trigger) => (
        <li key={trigger.id}>
          <Link
            to="/triggers/$id"
            params={{ id: String(trigger.id) }}
            className="text-sm wrap-anywhere text-accent hover:underline"
          >
            {trigger.name}
          </Link>
          <TriggerFacts trigger={trigger} />
        </li>
      ))}
    </ul>
  );
}

function RecentSessions({ integration }: { integration: ExternalApp }) {
  const query = useIntegration(integration.id);
  return (
    <QueryContent query={query} what={text.sessions.loading}>
      {({ recent_sessions: sessions }) =>
        sessions.length === 0 ? (
          <p className="text-sm text-soft">{text.sessions.empty}</p>
        ) : (
          <ul aria-label={text.sessions.of(integration.name)}>
            {sessions.map(({ id, title, status, created_at }) => (
              <li
                key={id}
                className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-0"
              >
                <span className="min-w-0 flex-1 truncate">
                  <Link
                    to="/sessions/$id"
                    params={{ id: String(id) }}
                    className="text-accent hover:underline"
                  >
                    {title}
                  </Link>
                </span>
                <RelativeTime instant={created_at} className="text-xs text-faint" />
                <KnownStatusBadge id={id} status={status} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

interface Props {
  integration: ExternalApp;
  triggers: readonly OfferedTrigger[];
  baseUrl: string;
}

export function IntegrationSection({ integration, triggers, baseUrl }: Props) {
  const [editing, setEditing] = useState(false);
  const { name, description, last_invoked_at: used } = integration;
  const about = (
    <>
      {description !== null && <span className="me-3">{description}</span>}
      {used === null ? (
        text.integration.neverUsed
      ) : (
        <>
          {text.integration.lastUsed} <RelativeTime instant={used} spoken />
        </>
      )}
    </>
  );
  return (
    <SettingsSection
      title={name}
      description={about}
      action={<Buttons integration={integration} onEdit={() => setEditing(true)} />}
    >
      <IntegrationPart title={text.triggers.title}>
        <AllowedTriggers integration={integration} />
      </IntegrationPart>
      <IntegrationKeys integration={integration} />
      <IntegrationPart title={text.sessions.title}>
        <RecentSessions integration={integration} />
      </IntegrationPart>
      <Examples integration={integration} baseUrl={baseUrl} />
      {editing && (
        <IntegrationDialog integration={integration} triggers={triggers} onClose={() => setEditing(false)} />
      )}
    </SettingsSection>
  );
}
