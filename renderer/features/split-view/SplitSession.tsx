import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { SessionPage } from "../session/SessionPage.tsx";
import { toggleSplitView, useSplitView } from "../sessions/split-view.store.ts";
import { SessionListPane } from "./SessionListPane.tsx";
import { text } from "./text.ts";

const route = getRouteApi("/sessions/$id");

function useSplitCommand({ hasRoom, isShown }: ReturnType<typeof useSplitView>): void {
  const commands = useMemo<readonly Command[]>(
    () =>
      hasRoom
        ? [
            {
              id: "session.list",
              label: isShown ? text.hide : text.show,
              group: "This session",
              hotkey: "session.list",
              keywords: "split view list beside sidebar",
              run: toggleSplitView,
            },
          ]
        : [],
    [hasRoom, isShown],
  );
  useRegisterCommands("split-view", commands);
}

/** A session's page, beside the list of sessions if there is room and a person wants it. */
export function SplitSession() {
  const { id } = route.useParams();
  const split = useSplitView();
  const pane = useRef<HTMLDivElement>(null);
  useSplitCommand(split);
  return (
    <div className="flex min-h-0 flex-1">
      {split.isShown && <SessionListPane reference={id} pane={pane} />}
      <div ref={pane} className="flex min-w-0 flex-1 flex-col">
        <SessionPage />
      </div>
    </div>
  );
}
