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

const everyDevice = (devices: readonly Device[]): Confirmation => ({
  title: "Sign out all devices?",
  description: "All devices are signed out immediately. Each needs a new code to connect again.",
  actionLabel: "Sign out all",
  run: () =>
    revokeDevices().then(({ message }) => {
      if (devices.some(({ current }) => current)) discardAllDrafts();
      toastSuccess(message);
    }),
});

function DeviceList({ devices, ask }: { devices: readonly Device[]; ask(what: Confirmation): void }) {
  if (devices.length === 0)
    return <EmptyState title="No devices yet" text="Connect your phone to use the board on it." />;
  return (
    <>
      <ul aria-label="Devices" className="-my-2.5">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} ask={ask} />
        ))}
      </ul>
      {devices.length > 1 && (
        <p className="mt-4">
          <Button size="small" onClick={() => ask(everyDevice(devices))}>
            Sign out all
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
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const isReachable = lan.data?.lan.listening === true;
  return (
    <div className="flex flex-col gap-4">
      {lan.data?.lan.listening === false && (
        <SettingsSection title="The network is closed">
          <OpenFirst />
        </SettingsSection>
      )}
      <SettingsSection
        title="Connected devices"
        description="These devices stay signed in until you sign them out."
        action={
          <Button variant="primary" size="small" disabled={!isReachable} onClick={() => setPairing(true)}>
            <Plus aria-hidden className="size-3.5" />
            Connect a device
          </Button>
        }
      >
        <QueryContent query={devices} what="the devices">
          {(list) => <DeviceList devices={list.devices} ask={setAsked} />}
        </QueryContent>
      </SettingsSection>
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </div>
  );
}
