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
import { networkWords } from "./view-model.ts";

/** Opening is undone by closing; closing ends what is connected, so it is asked about. */
function OpenSwitch({ lan }: { lan: LanState }) {
  const { mutate, mutateAsync, isPending, variables } = useSetLan();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const open = (): void =>
    mutate(true, {
      onSuccess: ({ lan: now }) => {
        if (now.listening) toastSuccess("The network is open");
      },
      onError: (error) => toastError("Could not open the network", error),
    });
  const askToClose = (): void =>
    setAsked({
      title: "Close the network?",
      description:
        "All other devices are disconnected immediately. Paired devices stay paired and reconnect when you open the network again.",
      actionLabel: "Close network",
      run: () => mutateAsync(false),
    });
  return (
    <>
      <Switch
        label="Open to the local network"
        checked={isPending ? variables : lan.open}
        onCheckedChange={(on) => (on ? open() : askToClose())}
      />
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function Addresses({ origins }: { origins: readonly string[] }) {
  return (
    <ul aria-label="Addresses" className="-my-1.5">
      {origins.map((origin) => (
        <li key={origin} className="flex items-center gap-2 border-b border-line py-1.5 last:border-0">
          <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{origin}</code>
          <CopyButton label={`Copy ${origin}`} text={() => origin} />
        </li>
      ))}
    </ul>
  );
}

function Network({ lan }: { lan: LanState }) {
  const { title, text } = networkWords(lan);
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title={title}
        description={lan.problem === null ? text : undefined}
        action={<OpenSwitch lan={lan} />}
      >
        {lan.problem !== null && (
          <ErrorAlert title="Other devices cannot reach this machine" messages={[lan.problem]} />
        )}
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
        <SettingsSection title="Addresses" description="Where other devices can reach this machine now.">
          <Addresses origins={lan.origins} />
        </SettingsSection>
      )}
      {lan.fingerprints !== null && (
        <SettingsSection
          title="Certificate"
          description="This machine created the certificate, so browsers show a warning once. Compare the fingerprint in the warning with this one."
        >
          <Fingerprint fingerprints={lan.fingerprints} />
        </SettingsSection>
      )}
    </div>
  );
}

export function NetworkPage() {
  return (
    <QueryContent query={useLan()} what="the network">
      {({ lan }) => <Network lan={lan} />}
    </QueryContent>
  );
}
