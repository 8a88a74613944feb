import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { type Command, commandFor, useCommands, useOfferCommands } from "../lib/commands.ts";
import { isTyping, matchesShortcut } from "../lib/keyboard.ts";
import { showOverlay, useShell } from "./shell.store.ts";
import { chooseTheme, type Theme } from "./theme.ts";

const themes: readonly { theme: Theme; label: string }[] = [
  { theme: "light", label: "Light appearance" },
  { theme: "dark", label: "Dark appearance" },
  { theme: "system", label: "Appearance of the system" },
];

/** What can be done from everywhere. */
export function useAppCommands(): void {
  const navigate = useNavigate();
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "go.board",
        label: "Board",
        group: "Go to",
        shortcut: "b",
        run: () => void navigate({ to: "/" }),
      },
      {
        id: "go.new",
        label: "New session",
        group: "Go to",
        shortcut: "n",
        keywords: "create start",
        run: () => void navigate({ to: "/sessions/new" }),
      },
      {
        id: "app.palette",
        label: "Find a session or an action",
        group: "Go to",
        shortcut: "mod+k",
        run: () => showOverlay("palette"),
      },
      {
        id: "app.shortcuts",
        label: "Keyboard shortcuts",
        group: "Go to",
        shortcut: "?",
        keywords: "help keys",
        run: () => showOverlay("shortcuts"),
      },
      ...themes.map(
        ({ theme, label }): Command => ({
          id: `theme.${theme}`,
          label,
          group: "Appearance",
          keywords: "theme colour",
          run: () => chooseTheme(theme),
        }),
      ),
    ],
    [navigate],
  );
  useOfferCommands("app", commands);
}

/** Runs the command whose key is pressed. While something is typed only Cmd/Ctrl+K counts; under an overlay nothing does. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || useShell.getState().overlay !== null) return;
      if (isTyping(event.target) && !matchesShortcut(event, "mod+k")) return;
      const command = commandFor(useCommands.getState(), event);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
