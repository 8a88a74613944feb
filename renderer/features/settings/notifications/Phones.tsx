import type { ApnsDevice } from "../../../../server/domains/inbox/push/model.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { removePhone } from "./api.ts";
import { TargetList } from "./TargetList.tsx";
import { text } from "./text.ts";
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
        <>{text.phones.off(reason)}</>
      )}
    </p>
  );
}

/** Phones with the app, reached through Apple's push service. */
export function Phones({ phones }: Props) {
  const entries = phones.devices.map((device) => ({
    id: device.id,
    name: deviceName(device),
    fact: (
      <>
        {text.targets.registered} <RelativeTime instant={device.last_registered_at} spoken />
      </>
    ),
    badge: device.disabled_at === null ? null : text.phones.revoked,
  }));
  return (
    <SettingsSection title={text.phones.title} description={text.phones.description}>
      <Availability {...phones} />
      {entries.length === 0 ? (
        <p className="text-sm text-soft">{text.phones.empty}</p>
      ) : (
        <TargetList label={text.phones.title} entries={entries} remove={removePhone} />
      )}
    </SettingsSection>
  );
}
