import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { McpApps } from "../../../../server/domains/agents/mcp-apps/model.ts";
import { AutocompleteInput } from "../../../ui/AutocompleteInput.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useAppSettings, useChangeAppSettings } from "../../app-settings/api.ts";
import { useConfigs } from "../../new-session/use-configs.ts";
import { text } from "./text.ts";
import { problemOf, suggestedServers } from "./view-model.ts";

const onError = (error: unknown): void => toastError(text.failed, error);

function AppsSection({ apps }: { apps: McpApps }) {
  const { mutateAsync } = useChangeAppSettings();
  const words = text.apps;
  return (
    <SettingsSection title={words.title} description={words.description}>
      <Switch
        label={<span className="text-sm text-ink">{words.label}</span>}
        checked={apps.enabled}
        onCheckedChange={(enabled) => mutateAsync(() => ({ mcp_apps: { enabled } }), { onError })}
      />
      <h3 className="mt-3 text-sm font-medium">{words.allowsTitle}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-xs text-soft">
        {words.allows.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </SettingsSection>
  );
}

/** Adds or removes one server, whatever else has changed meanwhile. */
function useListChange() {
  const { mutate, isPending } = useChangeAppSettings();
  const change = (name: string, and: { allow: boolean; onDone?(): void }): void =>
    mutate(
      ({ mcp_apps: { allowed_servers } }) => {
        const others = allowed_servers.filter((one) => one !== name);
        return { mcp_apps: { allowed_servers: and.allow ? [...others, name] : others } };
      },
      {
        onSuccess() {
          toastSuccess(and.allow ? text.servers.added(name) : text.servers.removed(name));
          and.onDone?.();
        },
        onError,
      },
    );
  return { change, isPending };
}

function AddServer({ allowed }: { allowed: readonly string[] }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { change, isPending } = useListChange();
  const { data: configs } = useConfigs();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    const found = problemOf(wanted);
    setProblem(found);
    if (found === null) change(wanted, { allow: true, onDone: () => setName("") });
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <Field
          label={text.servers.label}
          hint={
            problem === null ? (
              text.servers.hint
            ) : (
              <span role="alert" className="text-failed">
                {problem}.
              </span>
            )
          }
        >
          {(ids) => (
            <AutocompleteInput
              {...ids}
              value={name}
              onValueChange={(value) => {
                setName(value);
                setProblem(null);
              }}
              suggestions={suggestedServers(configs?.mcp_servers ?? [], allowed)}
              maxLength={100}
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="mt-6" busy={isPending} disabled={name.trim() === ""}>
        {text.servers.add}
      </Button>
    </form>
  );
}

function ServersSection({ apps: { enabled, allowed_servers: allowed } }: { apps: McpApps }) {
  const { change } = useListChange();
  const words = text.servers;
  return (
    <SettingsSection title={words.title} description={words.description}>
      {allowed.length === 0 ? (
        <p className="text-sm text-soft">{words.none}</p>
      ) : (
        <ul aria-label={words.list} className="flex flex-col">
          {allowed.map((name) => (
            <li
              key={name}
              className="flex items-center justify-between gap-2 border-b border-line py-1 last:border-0"
            >
              <span className="min-w-0 font-mono text-sm wrap-anywhere">{name}</span>
              <IconButton label={words.remove(name)} onClick={() => change(name, { allow: false })}>
                <X aria-hidden className="size-3.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {!enabled && allowed.length > 0 && <p className="mt-1 text-xs text-needs">{words.offNote}</p>}
      <AddServer allowed={allowed} />
    </SettingsSection>
  );
}

/** Which MCP servers may show apps in transcripts, and what that allows. */
export function McpAppsPage() {
  return (
    <QueryContent query={useAppSettings()} what={text.loading}>
      {({ mcp_apps }) => (
        <>
          <AppsSection apps={mcp_apps} />
          <ServersSection apps={mcp_apps} />
        </>
      )}
    </QueryContent>
  );
}
