import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationPreferences } from "../../../../server/domains/inbox/notifications/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { sendTest, useDelivery, usePreferences, useSavePreferences } from "./api.ts";
import { Browsers } from "./Browsers.tsx";
import { Phones } from "./Phones.tsx";
import { PreferenceTable } from "./PreferenceTable.tsx";
import { QuietHours } from "./QuietHours.tsx";
import { testWords } from "./view-model.ts";

const refused =
  (title: string) =>
  (error: unknown): void =>
    toastError(title, error);

function TestButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: sendTest,
    onSuccess: (answer) => toastSuccess(answer.message, { description: testWords(answer) }),
    onError: refused("Could not send the test"),
  });
  return (
    <Button size="small" busy={isPending} onClick={() => mutate()}>
      Send test
    </Button>
  );
}

const permission = (): NotificationPermission | null =>
  "Notification" in window ? Notification.permission : null;

/** Whether a page of this browser may show anything; asked for by a press, as browsers want it. */
function PagePermission() {
  const [held, setHeld] = useState(permission);
  if (held === null || held === "granted") return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 border-t border-line pt-3 text-sm text-soft">
      {held === "denied"
        ? "This browser blocks notifications from this page. Allow them in the browser's site settings."
        : "Allow notifications to see them while the board is open in this browser."}
      {held === "default" && (
        <Button size="small" onClick={() => void Notification.requestPermission().then(setHeld)}>
          Allow notifications
        </Button>
      )}
    </p>
  );
}

function Preferences({ preferences }: { preferences: NotificationPreferences }) {
  const { mutate } = useSavePreferences();
  const save = (wanted: NotificationPreferences): void =>
    mutate(wanted, { onError: refused("Could not change your notifications") });
  return (
    <>
      <SettingsSection
        title="Notify me about"
        description="The inbox always shows everything. Desktop means the app, and this board while it is open."
        action={<TestButton />}
      >
        <PreferenceTable preferences={preferences} onChange={save} />
        <PagePermission />
      </SettingsSection>
      <QuietHours
        hours={preferences.quiet_hours}
        onChange={(quiet_hours) => save({ ...preferences, quiet_hours })}
      />
    </>
  );
}

export function NotificationsPage() {
  return (
    <div className="flex flex-col gap-4">
      <QueryContent query={usePreferences()} what="your preferences">
        {({ preferences }) => <Preferences preferences={preferences} />}
      </QueryContent>
      <QueryContent query={useDelivery()} what="the notification targets">
        {({ browsers, phones }) => (
          <>
            <Browsers browsers={browsers} />
            <Phones phones={phones} />
          </>
        )}
      </QueryContent>
    </div>
  );
}
