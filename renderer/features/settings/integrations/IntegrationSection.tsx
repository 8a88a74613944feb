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
import { StatusBadge } from "../../sessions/StatusBadge.tsx";
import { useChangePlugin, useDeletePlugin, usePlugin } from "./api.ts";
import { Examples } from "./Examples.tsx";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { IntegrationKeys } from "./IntegrationKeys.tsx";
import { IntegrationPart } from "./IntegrationPart.tsx";
import { TriggerFacts } from "./TriggerFacts.tsx";
import { text } from "./text.ts";

/** Switches at once; if the service refuses, shows why and switches back. */
function IntegrationSwitch({ plugin }: { plugin: ExternalApp }) {
  const { mutate, isPending, variables } = useChangePlugin(plugin.id);
  const on = (isPending ? variables.enabled : undefined) ?? plugin.enabled;
  const refused = (error: unknown): void => toastError(text.integration.switchFailed, error);
  return (
    <Switch
      label={
        <>
          <span className="sr-only">{plugin.name}: </span>
          {on ? text.integration.on : text.integration.off}
        </>
      }
      checked={on}
      onCheckedChange={(enabled) => !isPending && mutate({ enabled }, { onError: refused })}
    />
  );
}

function Buttons({ plugin, onEdit }: { plugin: ExternalApp; onEdit(): void }) {
  const remove = useDeletePlugin();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const askToDelete = (): void =>
    setConfirmation({
      title: text.deletion.title(plugin.name),
      description: text.deletion.description,
      actionLabel: text.deletion.confirm,
      mustType: { text: plugin.name.trim(), hint: text.deletion.hint },
      async run() {
        await remove.mutateAsync(plugin);
        toastSuccess(text.deletion.done(plugin.name));
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IntegrationSwitch plugin={plugin} />
      <Button size="small" onClick={onEdit} aria-label={text.integration.editNamed(plugin.name)}>
        {text.integration.edit}
      </Button>
      <Button size="small" onClick={askToDelete} aria-label={text.integration.deleteNamed(plugin.name)}>
        {text.integration.delete}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  );
}

function AllowedTriggers({ plugin }: { plugin: ExternalApp }) {
  if (plugin.triggers.length === 0) return <p className="text-sm text-soft">{text.triggers.noneAllowed}</p>;
  return (
    <ul aria-label={text.triggers.of(plugin.name)} className="flex flex-col gap-1.5">
      {plugin.triggers.map((trigger) => (
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

function RecentSessions({ plugin }: { plugin: ExternalApp }) {
  const query = usePlugin(plugin.id);
  return (
    <QueryContent query={query} what={text.sessions.loading}>
      {({ recent_sessions: sessions }) =>
        sessions.length === 0 ? (
          <p className="text-sm text-soft">{text.sessions.empty}</p>
        ) : (
          <ul aria-label={text.sessions.of(plugin.name)}>
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
                <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

interface Props {
  plugin: ExternalApp;
  triggers: readonly OfferedTrigger[];
  baseUrl: string;
}

export function IntegrationSection({ plugin, triggers, baseUrl }: Props) {
  const [editing, setEditing] = useState(false);
  const { name, description, last_invoked_at: used } = plugin;
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
      action={<Buttons plugin={plugin} onEdit={() => setEditing(true)} />}
    >
      <IntegrationPart title={text.triggers.title}>
        <AllowedTriggers plugin={plugin} />
      </IntegrationPart>
      <IntegrationKeys plugin={plugin} />
      <IntegrationPart title={text.sessions.title}>
        <RecentSessions plugin={plugin} />
      </IntegrationPart>
      <Examples plugin={plugin} baseUrl={baseUrl} />
      {editing && <IntegrationDialog plugin={plugin} triggers={triggers} onClose={() => setEditing(false)} />}
    </SettingsSection>
  );
}
