import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  type ExternalApp,
  type PluginKey,
  pluginNameLimit,
} from "../../../../server/domains/automation/integrations/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogFooter } from "../../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LastUsed } from "../../../ui/LastUsed.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { NewSecret } from "../keys/NewSecret.tsx";
import { useMintPluginKey, useRevokePluginKey } from "./api.ts";
import { IntegrationPart } from "./IntegrationPart.tsx";

function KeyDialog({ plugin, onClose }: { plugin: ExternalApp; onClose(): void }) {
  const [name, setName] = useState("");
  const { mutate, data, error, isPending } = useMintPluginKey(plugin.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(name);
  };
  if (data) {
    return (
      <Dialog open persistent onClose={onClose} title={`Key “${data.key.name}”`}>
        <NewSecret token={data.key.secret} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`New key for “${plugin.name}”`}
      description="To rotate a key, create a new one, switch the application to it, then revoke the old one."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title="Could not create the key" messages={errorMessages(error)} />}
        <Field label="Name" aside="Optional" hint="If empty, it is named after the integration.">
          {(ids) => (
            <input
              {...ids}
              maxLength={pluginNameLimit}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <DialogFooter onClose={onClose} busy={isPending}>
          Create key
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function KeyRow({ pluginKey, onRevoke }: { pluginKey: PluginKey; onRevoke(): void }) {
  const { name, fingerprint, status, last_used_at } = pluginKey;
  const isActive = status === "active";
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-0">
      <span className="min-w-0 flex-1">
        <span className={`block wrap-anywhere ${isActive ? "" : "text-soft line-through"}`}>{name}</span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
          <span className="font-mono text-2xs" title="First characters of its SHA-256">
            {fingerprint}
          </span>
          <LastUsed at={last_used_at} />
          {!isActive && <span>Revoked</span>}
        </span>
      </span>
      {isActive && (
        <Button size="small" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

export function IntegrationKeys({ plugin }: { plugin: ExternalApp }) {
  const [minting, setMinting] = useState(false);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const revoke = useRevokePluginKey(plugin.id);
  const askToRevoke = ({ id, name }: PluginKey): void =>
    setAsked({
      title: `Revoke “${name}”?`,
      description: "Requests with this key are refused from now on. You can restore it on the API keys page.",
      actionLabel: "Revoke key",
      async run() {
        await revoke.mutateAsync(id);
        toastSuccess(`“${name}” is revoked`);
      },
    });
  const mint = (
    <Button size="small" onClick={() => setMinting(true)} aria-label={`New key for ${plugin.name}`}>
      <Plus aria-hidden className="size-3.5" />
      New key
    </Button>
  );
  return (
    <IntegrationPart title="Keys" aside={mint}>
      {plugin.keys.length === 0 ? (
        <p className="text-sm text-soft">No keys yet. Create a key so that the application can connect.</p>
      ) : (
        <ul aria-label={`Keys of ${plugin.name}`}>
          {plugin.keys.map((key) => (
            <KeyRow key={key.id} pluginKey={key} onRevoke={() => askToRevoke(key)} />
          ))}
        </ul>
      )}
      {minting && <KeyDialog plugin={plugin} onClose={() => setMinting(false)} />}
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </IntegrationPart>
  );
}
