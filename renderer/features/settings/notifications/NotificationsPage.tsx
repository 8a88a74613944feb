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
import { text } from "./text.ts";

const refused =
  (title: string) =>
  (error: unknown): void =>
    toastError(title, error);

function TestButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: sendTest,
    onSuccess: (answer) => toastSuccess(answer.message, { description: text.page.testSent(answer) }),
    onError: refused(text.page.testFailed),
  });
  return (
    <Button size="small" busy={isPending} onClick={() => mutate()}>
      {text.page.sendTest}
    </Button>
  );
}

const permission = (): NotificationPermission | null =>
  "Notification" in window ? Notification.permission : null;

/** Permission to show notifications. Browsers only let a page ask after a click. */
function PagePermission() {
  const [permissionState, setPermissionState] = useState(permission);
  if (permissionState === null || permissionState === "granted") return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 border-t border-line pt-3 text-sm text-soft">
      {permissionState === "denied" ? text.page.blocked : text.page.askPermission}
      {permissionState === "default" && (
        <Button size="small" onClick={() => void Notification.requestPermission().then(setPermissionState)}>
          {text.page.allow}
        </Button>
      )}
    </p>
  );
}

function Preferences({ preferences }: { preferences: NotificationPreferences }) {
  const { mutate } = useSavePreferences();
  const save = (preferences: NotificationPreferences): void =>
    mutate(preferences, { onError: refused(text.page.saveFailed) });
  return (
    <>
      <SettingsSection title={text.page.title} description={text.page.description} action={<TestButton />}>
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
      <QueryContent query={usePreferences()} what={text.page.loading}>
        {({ preferences }) => <Preferences preferences={preferences} />}
      </QueryContent>
      <QueryContent query={useDelivery()} what={text.page.loadingTargets}>
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
