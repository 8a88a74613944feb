import type { ApnsDevice } from "../../../../server/domains/inbox/push/model.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { removePhone } from "./api.ts";
import { TargetList } from "./TargetList.tsx";
import { deviceName } from "./view-model.ts";

interface Props {
  phones: { available: boolean; reason: string | null; devices: readonly ApnsDevice[] };
}

function Availability({ available, reason }: Props["phones"]) {
  if (available) return null;
  return (
    <p className="mb-3 text-sm text-soft">
      {reason === null ? (
        <>
          Phone notifications are off. To turn them on, add a key for Apple's push service in{" "}
          <code className="font-mono text-xs">SERVICE_APNS_KEY</code>.
        </>
      ) : (
        <>Phone notifications are off. {reason}.</>
      )}
    </p>
  );
}

/** Phones with the app, told through Apple. */
export function Phones({ phones }: Props) {
  const entries = phones.devices.map((device) => ({
    id: device.id,
    name: deviceName(device),
    fact: (
      <>
        Registered <RelativeTime instant={device.last_registered_at} spoken />
      </>
    ),
    badge: device.disabled_at === null ? null : "Connection revoked",
  }));
  return (
    <SettingsSection
      title="Phones"
      description="A phone registers automatically when somebody signs in on it."
    >
      <Availability {...phones} />
      {entries.length === 0 ? (
        <p className="text-sm text-soft">No phones yet. Phones appear here after sign-in.</p>
      ) : (
        <TargetList label="Phones" entries={entries} remove={removePhone} />
      )}
    </SettingsSection>
  );
}
