import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { copyLink } from "./entries/EntryActions.tsx";
import { showFind } from "./transcript.store.ts";

/** `lineInFocus` is the line that the commands are about: that of the entry in focus, else the last one. */
export function useTranscriptCommands(lineInFocus: () => number, onFork: (line: number) => void): void {
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "transcript.find",
        label: "Find in the transcript",
        group: "This session",
        hotkey: "transcript.find",
        keywords: "search text",
        run: () => showFind(true),
      },
      {
        id: "transcript.fork",
        label: "Fork from the focused or last entry",
        group: "This session",
        hotkey: "transcript.fork",
        keywords: "copy branch",
        run: () => onFork(lineInFocus()),
      },
      {
        id: "transcript.link",
        label: "Copy a link to the focused or last entry",
        group: "This session",
        keywords: "address url",
        run: () => copyLink(lineInFocus()),
      },
    ],
    [lineInFocus, onFork],
  );
  useRegisterCommands("transcript", commands);
}
