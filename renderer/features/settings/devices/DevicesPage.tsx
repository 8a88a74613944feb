import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Device } from "../../../../server/domains/access/devices/model.ts";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { revokeDevices, useDevices, useLan } from "./api.ts";
import { DeviceRow } from "./DeviceRow.tsx";
import { PairDialog } from "./PairDialog.tsx";
import { text } from "./text.ts";

const signOutAll = (devices: readonly Device[]): Confirmation => ({
  title: text.signOut.allTitle,
  description: text.signOut.allEffect,
  actionLabel: text.signOut.all,
  run: () =>
    revokeDevices().then(({ message }) => {
      if (devices.some(({ current }) => current)) discardAllDrafts();
      toastSuccess(message);
    }),
});

function DeviceList({
  devices,
  onConfirm,
}: {
  devices: readonly Device[];
  onConfirm(what: Confirmation): void;
}) {
  if (devices.length === 0) return <EmptyState title={text.devices.empty} text={text.devices.emptyHint} />;
  return (
    <>
      <ul aria-label={text.devices.label} className="-my-2.5">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onConfirm={onConfirm} />
        ))}
      </ul>
      {devices.length > 1 && (
        <p className="mt-4">
          <Button size="small" onClick={() => onConfirm(signOutAll(devices))}>
            {text.signOut.all}
          </Button>
        </p>
      )}
    </>
  );
}

function OpenFirst() {
  return (
    <p className="text-sm text-soft">
      Other devices cannot reach this machine yet.{" "}
      <Link
        to="/settings/$section"
        params={{ section: "network" }}
        className="font-medium text-accent hover:underline"
      >
        Open it to your network
      </Link>{" "}
      first.
    </p>
  );
}

export function DevicesPage() {
  const devices = useDevices();
  const lan = useLan();
  const [pairing, setPairing] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const isReachable = lan.data?.lan.listening === true;
  return (
    <div className="flex flex-col gap-4">
      {lan.data?.lan.listening === false && (
        <SettingsSection title={text.devices.networkClosed}>
          <OpenFirst />
        </SettingsSection>
      )}
      <SettingsSection
        title={text.devices.title}
        description={text.devices.description}
        action={
          <Button variant="primary" size="small" disabled={!isReachable} onClick={() => setPairing(true)}>
            <Plus aria-hidden className="size-3.5" />
            {text.devices.connect}
          </Button>
        }
      >
        <QueryContent query={devices} what={text.devices.loading}>
          {(list) => <DeviceList devices={list.devices} onConfirm={setConfirmation} />}
        </QueryContent>
      </SettingsSection>
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  );
}
