import { X } from "lucide-react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Pane } from "../../ui/Pane.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SessionSettings } from "../session-settings/SessionSettings.tsx";
import type { SessionDetails } from "../sessions/session-cache.ts";
import type { PanelTab } from "../sessions/session-page-search.ts";
import { Details } from "./Details.tsx";
import { LogList } from "./LogList.tsx";
import { panelClasses } from "./panel-classes.ts";

interface Props {
  one: SessionDetails;
  tab: PanelTab;
  onChoose(tab: PanelTab | "none"): unknown;
}

const History = lazyComponent(async () => (await import("../turn-history/History.tsx")).History, "preload");

const tabs = [
  { value: "details", label: "Details" },
  { value: "setup", label: "Settings" },
  { value: "history", label: "History" },
  { value: "log", label: "Log" },
] as const;

/** What is known of the session, how it is set up, its history and its log. */
export function SidePanel({ one, tab, onChoose }: Props) {
  return (
    <aside aria-label="Details and log" className={panelClasses}>
      <div className="flex items-center justify-between border-b border-line px-3 py-1.5">
        <SegmentedControl label="Side panel" value={tab} options={tabs} onChange={onChoose} />
        <IconButton label="Close panel" onClick={() => onChoose("none")}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Pane key={tab} what="this part">
          {tab === "details" && <Details one={one} />}
          {tab === "setup" && <SessionSettings session={one.session} />}
          {tab === "history" && <History sessionId={one.session.id} />}
          {tab === "log" && <LogList sessionId={one.session.id} />}
        </Pane>
      </div>
    </aside>
  );
}
