import type { ReactNode } from "react";
import { type DesktopChange, type DesktopState, desktopShell } from "../../../lib/desktop.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { checkForUpdates, useChangeDesktop, useDesktop } from "./api.ts";
import { ShortcutField } from "./ShortcutField.tsx";

function Line({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium">{title}</p>
        <p className="text-xs text-faint">{about}</p>
      </div>
      {children}
    </div>
  );
}

interface Props {
  state: DesktopState;
  busy: boolean;
  change(wanted: DesktopChange): unknown;
}

function AtHand({ state, busy, change }: Props) {
  return (
    <SettingsSection
      title="Window and startup"
      description="When you close the window, Signalbox stays in the tray and agents keep working."
    >
      <div className="-my-2.5 divide-y divide-line">
        <Line title="Shortcut" about="Brings the window to the front from any app.">
          <ShortcutField chord={state.shortcut} busy={busy} onChoose={(shortcut) => change({ shortcut })} />
        </Line>
        {state.opensAtLogin === null ? (
          <p className="py-2.5 text-xs text-faint">Only an installed app can start at sign-in.</p>
        ) : (
          <Line
            title="Start at sign-in"
            about="Opens in the tray, without a window, when you sign in to this computer."
          >
            <Switch
              label={<span className="sr-only">Start at sign-in</span>}
              checked={state.opensAtLogin}
              onCheckedChange={(opensAtLogin) => change({ opensAtLogin })}
            />
          </Line>
        )}
      </div>
    </SettingsSection>
  );
}

function Updates({ state, change }: Props) {
  const { checksForUpdates } = state;
  const version = desktopShell()?.version ?? "";
  const about = `This is version ${version}. Nothing is downloaded or installed until you confirm.`;
  if (checksForUpdates === null) {
    return (
      <SettingsSection title="Updates">
        <p className="text-sm text-soft">
          This is version {version}. This build does not update automatically. To update, install a newer
          version over it.
        </p>
      </SettingsSection>
    );
  }
  return (
    <SettingsSection
      title="Updates"
      description={about}
      action={
        <Button size="small" onClick={checkForUpdates}>
          Check now
        </Button>
      }
    >
      <div className="-my-2.5">
        <Line title="Check at startup" about="Checks for a newer version when the app opens.">
          <Switch
            label={<span className="sr-only">Check at startup</span>}
            checked={checksForUpdates}
            onCheckedChange={(wanted) => change({ checksForUpdates: wanted })}
          />
        </Line>
      </div>
    </SettingsSection>
  );
}

/** What the desktop app does on this machine, apart from the service. */
export function DesktopPage() {
  const query = useDesktop();
  const { mutateAsync, isPending } = useChangeDesktop();
  const change = (wanted: DesktopChange): unknown =>
    mutateAsync(wanted, { onError: (error) => toastError("Could not change the settings", error) });
  return (
    <QueryContent query={query} what="the app's settings">
      {(state) => (
        <>
          {state.problem !== null && (
            <ErrorAlert title="Some settings could not be changed" messages={[state.problem]} />
          )}
          <AtHand state={state} busy={isPending} change={change} />
          <Updates state={state} busy={isPending} change={change} />
        </>
      )}
    </QueryContent>
  );
}
