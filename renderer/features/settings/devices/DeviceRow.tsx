import { useState } from "react";
import type { Device } from "../../../../server/domains/access/devices/model.ts";
import { discardAllDrafts } from "../../../lib/drafts.ts";
import { leaveFor } from "../../../lib/leave.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Confirmation } from "../../../ui/ConfirmDialog.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { revokeDevice } from "./api.ts";
import { RenameDialog } from "./RenameDialog.tsx";
import { text } from "./text.ts";

const signOut = ({ id, name, current }: Device): Confirmation => ({
  title: current ? text.signOut.thisTitle : text.signOut.title(name),
  description: current ? text.signOut.thisEffect : text.signOut.effect,
  actionLabel: text.signOut.confirm,
  run: () =>
    revokeDevice(id).then(({ message }) => {
      if (!current) return toastSuccess(message);
      discardAllDrafts();
      leaveFor("/");
    }),
});

export function DeviceRow({ device, onConfirm }: { device: Device; onConfirm(what: Confirmation): void }) {
  const { name, browser, privilege, current, last_used_at, created_at } = device;
  const [renaming, setRenaming] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium wrap-anywhere">{name}</span>
          {current && (
            <span className="rounded-sm bg-sunken px-1.5 text-2xs font-medium text-soft">
              {text.device.isThis}
            </span>
          )}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
          <span>{text.privileges[privilege].label}</span>
          {browser !== name && <span>{browser}</span>}
          <span>
            {text.device.used} <RelativeTime instant={last_used_at} spoken />
          </span>
          <span>
            {text.device.connected} <RelativeTime instant={created_at} spoken />
          </span>
        </p>
      </div>
      <span className="flex gap-2">
        <Button size="small" onClick={() => setRenaming(true)} aria-label={text.device.renameNamed(name)}>
          {text.device.rename}
        </Button>
        <Button size="small" onClick={() => onConfirm(signOut(device))} aria-label={text.signOut.named(name)}>
          {text.signOut.button}
        </Button>
      </span>
      {renaming && <RenameDialog device={device} onClose={() => setRenaming(false)} />}
    </li>
  );
}
