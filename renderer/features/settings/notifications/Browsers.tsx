import { useQuery } from "@tanstack/react-query";
import type { PushBrowser } from "../../../../server/domains/inbox/push/model.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { ownKey, removeBrowser, useDeliveryChange } from "./api.ts";
import { TargetList } from "./TargetList.tsx";
import { text } from "./text.ts";
import { canSubscribe, ownFingerprint, subscribeHere, unsubscribeHere } from "./this-browser.ts";

/** The browser that shows this page. */
function useOwn(browsers: readonly PushBrowser[]): PushBrowser | undefined {
  const { data } = useQuery({ queryKey: ownKey, queryFn: ownFingerprint, staleTime: 0 });
  return browsers.find(({ fingerprint }) => fingerprint === data);
}

function OwnSwitch({ own }: { own: PushBrowser | undefined }) {
  const { mutate, isPending } = useDeliveryChange(() => (own ? unsubscribeHere(own.id) : subscribeHere()));
  const turn = (): void =>
    mutate(undefined, { onError: (error) => toastError(text.browsers.changeFailed, error) });
  const on = (own !== undefined) !== isPending;
  return (
    <Switch
      label={isPending ? text.browsers.wait : text.browsers.thisBrowser}
      checked={on}
      onCheckedChange={() => !isPending && turn()}
    />
  );
}

const delivered = ({ created_at, last_delivered_at }: PushBrowser) =>
  last_delivered_at === null ? (
    <>
      {text.targets.added} <RelativeTime instant={created_at} spoken />
      {text.targets.noneYet}
    </>
  ) : (
    <>
      {text.targets.lastNotified} <RelativeTime instant={last_delivered_at} spoken />
    </>
  );

/** Browsers that get notifications while the board is closed. */
export function Browsers({ browsers }: { browsers: readonly PushBrowser[] }) {
  const own = useOwn(browsers);
  const entries = browsers.map((browser) => ({
    id: browser.id,
    name: browser.browser,
    fact: delivered(browser),
    badge: browser === own ? text.browsers.thisBrowser : null,
  }));
  return (
    <SettingsSection
      title={text.browsers.title}
      description={text.browsers.description}
      action={canSubscribe() && <OwnSwitch own={own} />}
    >
      {!canSubscribe() && <p className="mb-3 text-sm text-soft">{text.browsers.unsupported}</p>}
      {entries.length === 0 ? (
        <p className="text-sm text-soft">{text.browsers.empty}</p>
      ) : (
        <TargetList label={text.browsers.title} entries={entries} remove={removeBrowser} />
      )}
    </SettingsSection>
  );
}
