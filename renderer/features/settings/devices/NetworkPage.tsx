import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { LanState } from "../../../../server/domains/access/lan/model.ts";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useLan, useSetLan } from "./api.ts";
import { Fingerprint } from "./Fingerprint.tsx";
import { text } from "./text.ts";
import { networkStatus } from "./view-model.ts";

/** Only closing asks for confirmation, because it disconnects devices. */
function OpenSwitch({ lan }: { lan: LanState }) {
  const { mutate, mutateAsync, isPending, variables } = useSetLan();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const open = (): void =>
    mutate(true, {
      onSuccess: ({ lan }) => {
        if (lan.listening) toastSuccess(text.network.opened);
      },
      onError: (error) => toastError(text.network.openFailed, error),
    });
  const askToClose = (): void =>
    setConfirmation({
      title: text.network.closeTitle,
      description: text.network.closeEffect,
      actionLabel: text.network.closeConfirm,
      run: () => mutateAsync(false),
    });
  return (
    <>
      <Switch
        label={text.network.open}
        checked={isPending ? variables : lan.open}
        onCheckedChange={(on) => (on ? open() : askToClose())}
      />
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

function Addresses({ origins }: { origins: readonly string[] }) {
  return (
    <ul aria-label={text.network.addresses} className="-my-1.5">
      {origins.map((origin) => (
        <li key={origin} className="flex items-center gap-2 border-b border-line py-1.5 last:border-0">
          <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{origin}</code>
          <CopyButton label={text.network.copy(origin)} text={() => origin} />
        </li>
      ))}
    </ul>
  );
}

function Network({ lan }: { lan: LanState }) {
  const { title, description } = networkStatus(lan);
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title={title}
        description={lan.problem === null ? description : undefined}
        action={<OpenSwitch lan={lan} />}
      >
        {lan.problem !== null && <ErrorAlert title={text.network.unreachable} messages={[lan.problem]} />}
        <p className="text-sm text-soft">
          Other devices can use the API and <code className="font-mono text-xs">/mcp</code> with a credential,
          and the board once they are{" "}
          <Link
            to="/settings/$section"
            params={{ section: "devices" }}
            className="font-medium text-accent hover:underline"
          >
            paired
          </Link>
          .
        </p>
      </SettingsSection>
      {lan.origins.length > 0 && (
        <SettingsSection title={text.network.addresses} description={text.network.addressesHint}>
          <Addresses origins={lan.origins} />
        </SettingsSection>
      )}
      {lan.fingerprints !== null && (
        <SettingsSection title={text.network.certificate} description={text.network.certificateHint}>
          <Fingerprint fingerprints={lan.fingerprints} />
        </SettingsSection>
      )}
    </div>
  );
}

export function NetworkPage() {
  return (
    <QueryContent query={useLan()} what={text.network.loading}>
      {({ lan }) => <Network lan={lan} />}
    </QueryContent>
  );
}
