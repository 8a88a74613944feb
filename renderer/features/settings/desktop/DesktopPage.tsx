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
import { text } from "./text.ts";

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
  change(changes: DesktopChange): unknown;
}

function AtHand({ state, busy, change }: Props) {
  return (
    <SettingsSection title={text.page.window} description={text.page.windowHint}>
      <div className="-my-2.5 divide-y divide-line">
        <Line title={text.shortcut.title} about={text.shortcut.about}>
          <ShortcutField
            name={text.shortcut.title}
            chord={state.shortcut}
            busy={busy}
            onChoose={(shortcut) => change({ shortcut })}
          />
        </Line>
        <Line title={text.talk.title} about={text.talk.about}>
          <ShortcutField
            name={text.talk.title}
            chord={state.talkShortcut}
            busy={busy}
            onChoose={(talkShortcut) => change({ talkShortcut })}
          />
        </Line>
        {state.opensAtLogin === null ? (
          <p className="py-2.5 text-xs text-faint">{text.startup.onlyInstalled}</p>
        ) : (
          <Line title={text.startup.title} about={text.startup.about}>
            <Switch
              label={<span className="sr-only">{text.startup.title}</span>}
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
  const about = text.updates.version(version);
  if (checksForUpdates === null) {
    return (
      <SettingsSection title={text.updates.title}>
        <p className="text-sm text-soft">{text.updates.manual(version)}</p>
      </SettingsSection>
    );
  }
  return (
    <SettingsSection
      title={text.updates.title}
      description={about}
      action={
        <Button size="small" onClick={checkForUpdates}>
          {text.updates.check}
        </Button>
      }
    >
      <div className="-my-2.5">
        <Line title={text.updates.atStartup} about={text.updates.atStartupHint}>
          <Switch
            label={<span className="sr-only">{text.updates.atStartup}</span>}
            checked={checksForUpdates}
            onCheckedChange={(enabled) => change({ checksForUpdates: enabled })}
          />
        </Line>
      </div>
    </SettingsSection>
  );
}

export function DesktopPage() {
  const query = useDesktop();
  const { mutateAsync, isPending } = useChangeDesktop();
  const change = (changes: DesktopChange): unknown =>
    mutateAsync(changes, { onError: (error) => toastError(text.page.saveFailed, error) });
  return (
    <QueryContent query={query} what={text.page.loading}>
      {(state) => (
        <>
          {state.problem !== null && <ErrorAlert title={text.page.someFailed} messages={[state.problem]} />}
          <AtHand state={state} busy={isPending} change={change} />
          <Updates state={state} busy={isPending} change={change} />
        </>
      )}
    </QueryContent>
  );
}
