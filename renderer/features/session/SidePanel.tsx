import { X } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { Details } from "./Details.tsx";
import { LogList } from "./LogList.tsx";
import type { PanelTab } from "./view-model.ts";

interface Props {
  session: Session;
  tab: PanelTab;
  onChoose(tab: PanelTab | "none"): void;
}

const tabs = [
  { value: "details", label: "Details" },
  { value: "log", label: "Log" },
] as const;

/** Beside the transcript where there is room, over it where there is not. */
export function SidePanel({ session, tab, onChoose }: Props) {
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
        {tab === "details" ? <Details session={session} /> : <LogList sessionId={session.id} />}
      </div>
    </aside>
  );
}
