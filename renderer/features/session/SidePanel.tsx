import { X } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import type { OneSession } from "../sessions/session-cache.ts";
import { SetUp } from "../upkeep/SetUp.tsx";
import { Details } from "./Details.tsx";
import { LogList } from "./LogList.tsx";
import type { PanelTab } from "./view-model.ts";

interface Props {
  one: OneSession;
  tab: PanelTab;
  onChoose(tab: PanelTab | "none"): void;
}

const tabs = [
  { value: "details", label: "Details" },
  { value: "setup", label: "Set-up" },
  { value: "log", label: "Log" },
] as const;

/** Beside the transcript where there is room, over it where there is not. */
export function SidePanel({ one, tab, onChoose }: Props) {
  return (
    <aside
      aria-label="Details and log"
      className="flex w-full shrink-0 flex-col border-line bg-surface max-lg:absolute max-lg:inset-0 max-lg:z-20 lg:w-84 lg:border-s"
    >
      <div className="flex items-center justify-between border-b border-line px-3 py-1.5">
        <Segmented label="Side panel" value={tab} options={tabs} onChange={onChoose} />
        <IconButton label="Close the panel" onClick={() => onChoose("none")}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {tab === "details" && <Details one={one} />}
        {tab === "setup" && <SetUp session={one.session} />}
        {tab === "log" && <LogList sessionId={one.session.id} />}
      </div>
    </aside>
  );
}
