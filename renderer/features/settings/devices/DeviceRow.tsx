import { useState } from "react";
import type { Device } from "../../../../server/domains/access/devices/model.ts";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Confirmation } from "../../../ui/ConfirmDialog.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { revokeDevice } from "./api.ts";
import { RenameDialog } from "./RenameDialog.tsx";
import { privilegeWords } from "./view-model.ts";

const signOut = ({ id, name, current }: Device): Confirmation => ({
  title: current ? "Sign this device out?" : `Sign "${name}" out?`,
  description: current
    ? "You are using this device now. It needs a new code to connect again."
    : "It is signed out immediately and needs a new code to connect again.",
  actionLabel: "Sign out",
  run: () =>
    revokeDevice(id).then(({ message }) => {
      if (!current) return toastSuccess(message);
      discardAllDrafts();
      location.assign("/");
    }),
});

export function DeviceRow({ device, ask }: { device: Device; ask(what: Confirmation): void }) {
  const { name, browser, privilege, current, last_used_at, created_at } = device;
  const [renaming, setRenaming] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium wrap-anywhere">{name}</span>
          {current && (
            <span className="rounded-sm bg-sunken px-1.5 text-2xs font-medium text-soft">This device</span>
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
          <span>{privilegeWords[privilege].label}</span>
          {browser !== name && <span>{browser}</span>}
          <span>
            Used <RelativeTime instant={last_used_at} spoken />
          </span>
          <span>
            Connected <RelativeTime instant={created_at} spoken />
          </span>
        </p>
      </div>
      <span className="flex gap-2">
        <Button size="small" onClick={() => setRenaming(true)} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="small" onClick={() => ask(signOut(device))} aria-label={`Sign out: ${name}`}>
          Sign out
        </Button>
      </span>
      {renaming && <RenameDialog device={device} onClose={() => setRenaming(false)} />}
    </li>
  );
}
