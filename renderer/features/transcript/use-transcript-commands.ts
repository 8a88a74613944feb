import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { copyLink } from "./entries/EntryActions.tsx";
import { text } from "./text.ts";
import { showFind } from "./transcript.store.ts";

/** `lineInFocus` is the line that the commands use: that of the focused entry, or the last one. */
export function useTranscriptCommands(lineInFocus: () => number, onFork: (line: number) => void): void {
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "transcript.find",
        label: text.commands.find,
        group: "This session",
        hotkey: "transcript.find",
        keywords: "search text",
        run: () => showFind(true),
      },
      {
        id: "transcript.fork",
        label: text.commands.fork,
        group: "This session",
        hotkey: "transcript.fork",
        keywords: "copy branch",
        run: () => onFork(lineInFocus()),
      },
      {
        id: "transcript.link",
        label: text.commands.copyLink,
        group: "This session",
        keywords: "address url",
        run: () => copyLink(lineInFocus()),
      },
    ],
    [lineInFocus, onFork],
  );
  useRegisterCommands("transcript", commands);
}
