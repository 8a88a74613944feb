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
import { text } from "./text.ts";

interface Props {
  details: SessionDetails;
  tab: PanelTab;
  onChoose(tab: PanelTab | "none"): unknown;
}

const History = lazyComponent(async () => (await import("../turn-history/History.tsx")).History, "preload");

const tabs = [
  { value: "details", label: text.sidePanel.details },
  { value: "setup", label: text.sidePanel.settings },
  { value: "history", label: text.sidePanel.history },
  { value: "log", label: text.sidePanel.log },
] as const;

/** The panel with the session's details, settings, history and log. */
export function SidePanel({ details, tab, onChoose }: Props) {
  return (
    <aside aria-label={text.sidePanel.label} className={panelClasses}>
      <div className="flex items-center justify-between border-b border-line px-3 py-1.5">
        <SegmentedControl label={text.sidePanel.tabs} value={tab} options={tabs} onChange={onChoose} />
        <IconButton label={text.sidePanel.close} onClick={() => onChoose("none")}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Pane key={tab} what={text.sidePanel.tab}>
          {tab === "details" && <Details details={details} />}
          {tab === "setup" && <SessionSettings session={details.session} />}
          {tab === "history" && <History sessionId={details.session.id} />}
          {tab === "log" && <LogList sessionId={details.session.id} />}
        </Pane>
      </div>
    </aside>
  );
}
