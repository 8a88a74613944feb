import type { ApnsDevice } from "../../../../server/domains/inbox/push/model.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { removePhone } from "./api.ts";
import { ToldList } from "./ToldList.tsx";
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
          Nothing is sent to phones: that needs a key of Apple's push service in{" "}
          <code className="font-mono text-xs">SERVICE_APNS_KEY</code>.
        </>
      ) : (
        <>Nothing is sent to phones. {reason}.</>
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
    <SettingsSection title="Phones" description="A phone registers by itself when somebody signs in on it.">
      <Availability {...phones} />
      {entries.length === 0 ? (
        <p className="text-sm text-soft">No phone has registered.</p>
      ) : (
        <ToldList label="Phones" entries={entries} remove={removePhone} />
      )}
    </SettingsSection>
  );
}
