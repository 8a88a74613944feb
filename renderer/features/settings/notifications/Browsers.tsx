import { useQuery } from "@tanstack/react-query";
import type { PushBrowser } from "../../../../server/domains/inbox/push/model.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { ownKey, removeBrowser, useDeliveryChange } from "./api.ts";
import { TargetList } from "./TargetList.tsx";
import { canSubscribe, ownFingerprint, subscribeHere, unsubscribeHere } from "./this-browser.ts";

/** The entry of the browser that shows this page. */
function useOwn(browsers: readonly PushBrowser[]): PushBrowser | undefined {
  const { data } = useQuery({ queryKey: ownKey, queryFn: ownFingerprint, staleTime: 0 });
  return browsers.find(({ fingerprint }) => fingerprint === data);
}

function OwnSwitch({ own }: { own: PushBrowser | undefined }) {
  const { mutate, isPending } = useDeliveryChange(() => (own ? unsubscribeHere(own.id) : subscribeHere()));
  const turn = (): void =>
    mutate(undefined, { onError: (error) => toastError("Could not change this browser", error) });
  const on = (own !== undefined) !== isPending;
  return (
    <Switch
      label={isPending ? "Please wait…" : "This browser"}
      checked={on}
      onCheckedChange={() => !isPending && turn()}
    />
  );
}

const delivered = ({ created_at, last_delivered_at }: PushBrowser) =>
  last_delivered_at === null ? (
    <>
      Added <RelativeTime instant={created_at} spoken />, no notifications yet
    </>
  ) : (
    <>
      Last notified <RelativeTime instant={last_delivered_at} spoken />
    </>
  );

/** Browsers that are told also while the board is closed. */
export function Browsers({ browsers }: { browsers: readonly PushBrowser[] }) {
  const own = useOwn(browsers);
  const entries = browsers.map((browser) => ({
    id: browser.id,
    name: browser.browser,
    fact: delivered(browser),
    badge: browser === own ? "This browser" : null,
  }));
  return (
    <SettingsSection
      title="Browsers"
      description="Browsers show notifications while the board is closed, through an encrypted push service."
      action={canSubscribe() && <OwnSwitch own={own} />}
    >
      {!canSubscribe() && (
        <p className="mb-3 text-sm text-soft">
          This browser cannot receive push notifications: it does not support push, or the page was not loaded
          over HTTPS or from this machine.
        </p>
      )}
      {entries.length === 0 ? (
        <p className="text-sm text-soft">No browsers yet. Turn on this browser to receive notifications.</p>
      ) : (
        <TargetList label="Browsers" entries={entries} remove={removeBrowser} />
      )}
    </SettingsSection>
  );
}
