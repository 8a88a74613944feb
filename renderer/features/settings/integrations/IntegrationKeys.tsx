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
import { useCreateIntegrationKey, useRevokeIntegrationKey } from "./api.ts";
import { IntegrationPart } from "./IntegrationPart.tsx";
import { text } from "./text.ts";

function KeyDialog({ integration, onClose }: { integration: ExternalApp; onClose(): void }) {
  const [name, setName] = useState("");
  const { mutate, data, error, isPending } = useCreateIntegrationKey(integration.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(name);
  };
  if (data) {
    return (
      <Dialog open persistent onClose={onClose} title={text.keys.created(data.key.name)}>
        <NewSecret token={data.key.secret} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.keys.newFor(integration.name)}
      description={text.keys.rotateHint}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.keys.createFailed} messages={errorMessages(error)} />}
        <Field label={text.keys.name} aside={text.dialog.optional} hint={text.keys.nameHint}>
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
          {text.keys.create}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function KeyRow({ integrationKey, onRevoke }: { integrationKey: PluginKey; onRevoke(): void }) {
  const { name, fingerprint, status, made_by, last_used_at } = integrationKey;
  const isActive = status === "active";
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-0">
      <span className="min-w-0 flex-1">
        <span className={`block wrap-anywhere ${isActive ? "" : "text-soft line-through"}`}>{name}</span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
          <span className="font-mono text-2xs" title={text.keys.fingerprint}>
            {fingerprint}
          </span>
          {made_by !== null && <span>{text.keys.madeBy(made_by)}</span>}
          <LastUsed at={last_used_at} />
          {!isActive && <span>{text.keys.isRevoked}</span>}
        </span>
      </span>
      {isActive && (
        <Button size="small" onClick={onRevoke} aria-label={text.keys.revokeNamed(name)}>
          {text.keys.revoke}
        </Button>
      )}
    </li>
  );
}

export function IntegrationKeys({ integration }: { integration: ExternalApp }) {
  const [creating, setCreating] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const revoke = useRevokeIntegrationKey(integration.id);
  const askToRevoke = ({ id, name }: PluginKey): void =>
    setConfirmation({
      title: text.keys.revokeTitle(name),
      description: text.keys.revokeEffect,
      actionLabel: text.keys.revokeConfirm,
      async run() {
        await revoke.mutateAsync(id);
        toastSuccess(text.keys.revoked(name));
      },
    });
  const createButton = (
    <Button size="small" onClick={() => setCreating(true)} aria-label={text.keys.newNamed(integration.name)}>
      <Plus aria-hidden className="size-3.5" />
      {text.keys.new}
    </Button>
  );
  return (
    <IntegrationPart title={text.keys.title} aside={createButton}>
      {integration.keys.length === 0 ? (
        <p className="text-sm text-soft">{text.keys.empty}</p>
      ) : (
        <ul aria-label={text.keys.of(integration.name)}>
          {integration.keys.map((key) => (
            <KeyRow key={key.id} integrationKey={key} onRevoke={() => askToRevoke(key)} />
          ))}
        </ul>
      )}
      {creating && <KeyDialog integration={integration} onClose={() => setCreating(false)} />}
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </IntegrationPart>
  );
}
