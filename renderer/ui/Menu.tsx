import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { Kbd } from "./Kbd.tsx";

export interface MenuEntry {
  id: string;
  label: string;
  shortcut?: string | undefined;
  dangerous?: boolean | undefined;
  run(): void;
}

export function Menu({ trigger, entries }: { trigger: ReactElement; entries: readonly MenuEntry[] }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-40">
          <Base.Popup className="popup min-w-44 p-1">
            {entries.map(({ id, label, shortcut, dangerous, run }) => (
              <Base.Item
                key={id}
                onClick={run}
                className={`flex h-8 cursor-default items-center gap-4 rounded-sm px-2.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:h-11 ${dangerous ? "text-failed" : ""}`}
              >
                <span className="flex-1">{label}</span>
                {shortcut !== undefined && <Kbd shortcut={shortcut} />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
