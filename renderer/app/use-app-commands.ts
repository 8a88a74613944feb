import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { needyKinds } from "../../server/domains/sessions/sessions/model.ts";
import { openNewSession } from "../features/new-session/new-session.store.ts";
import {
  chooseAppearance,
  type Density,
  type Theme,
} from "../features/settings/appearance/appearance.store.ts";
import { settingsSections } from "../features/settings/sections.ts";
import { toggleTalk } from "../features/talk/talk.store.ts";
import { type Command, useRegisterCommands } from "../lib/commands.ts";
import { toastWarning, undoNewest } from "../ui/toasts.ts";
import { navItems, tabPages } from "./nav-items.ts";
import { showOverlay } from "./shell.store.ts";
import { text } from "./text.ts";

const themes: readonly { theme: Theme; label: string }[] = [
  { theme: "light", label: text.commands.light },
  { theme: "dark", label: text.commands.dark },
  { theme: "system", label: text.commands.system },
];
const densities: readonly Density[] = ["compact", "comfortable", "spacious"];

const appearanceCommands: readonly Command[] = [
  ...themes.map(
    ({ theme, label }): Command => ({
      id: `theme.${theme}`,
      label,
      group: "Appearance",
      keywords: "theme color",
      run: () => chooseAppearance({ theme }),
    }),
  ),
  ...densities.map(
    (density): Command => ({
      id: `density.${density}`,
      label: text.commands.density(density),
      group: "Appearance",
      keywords: "spacing rows",
      run: () => chooseAppearance({ density }),
    }),
  ),
];

const overlayCommands: readonly Command[] = [
  {
    id: "app.palette",
    label: text.palette.find,
    group: "Go to",
    hotkey: "app.palette",
    run: () => showOverlay("palette"),
  },
  {
    id: "app.router",
    label: text.quickStart.title,
    group: "Go to",
    hotkey: "app.router",
    keywords: "quick start",
    run: () => showOverlay("router"),
  },
  {
    id: "app.talk",
    label: text.navigation.talk,
    group: "Go to",
    hotkey: "app.talk",
    keywords: "live voice speak microphone conversation",
    run: toggleTalk,
  },
  {
    id: "app.shortcuts",
    label: text.shortcuts.title,
    group: "Go to",
    hotkey: "app.shortcuts",
    keywords: "help keys",
    run: () => showOverlay("shortcuts"),
  },
];

const undo = (): void => {
  if (!undoNewest()) toastWarning(text.commands.nothingToUndo);
};

const undoCommands: readonly Command[] = [
  { id: "app.undo", label: text.commands.undo, group: "Go to", hotkey: "app.undo", run: undo },
  { id: "app.undo_usual", label: text.commands.undo, group: "Go to", hotkey: "app.undo_usual", run: undo },
];

type Navigate = ReturnType<typeof useNavigate>;

const goCommands = (navigate: Navigate): Command[] => [
  {
    id: "go.new",
    label: text.navigation.newSession,
    group: "Go to",
    hotkey: "go.new",
    keywords: "create start",
    run: () => openNewSession(),
  },
  {
    id: "go.first_run",
    label: text.commands.setUp,
    group: "Go to",
    keywords: "welcome first run doctor demo onboarding",
    run: () => void navigate({ to: "/welcome" }),
  },
  ...[...navItems, ...tabPages].map(
    ({ id, title, to, hotkey, keywords }): Command => ({
      id: `go.${id}`,
      label: title,
      group: "Go to",
      hotkey,
      keywords,
      run: () => void navigate({ to }),
    }),
  ),
  {
    id: "go.needs_me",
    label: text.commands.needsMe,
    group: "Go to",
    hotkey: "go.needs_me",
    keywords: "waiting for a person failed asks",
    run: () => void navigate({ to: "/", search: { attention: needyKinds.join(",") } }),
  },
  ...settingsSections.map(
    ({ id, title, keywords }): Command => ({
      id: `settings.${id}`,
      label: text.commands.settings(title),
      group: "Settings",
      ...(keywords !== undefined && { keywords }),
      run: () => void navigate({ to: "/settings/$section", params: { section: id } }),
    }),
  ),
];

/** The commands that work on every page. */
export function useAppCommands(): void {
  const navigate = useNavigate();
  const commands = useMemo<readonly Command[]>(
    () => [...appearanceCommands, ...goCommands(navigate), ...overlayCommands, ...undoCommands],
    [navigate],
  );
  useRegisterCommands("app", commands);
}
