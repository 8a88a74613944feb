import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Command as Palette } from "cmdk";
import { Plus, Search, Send } from "lucide-react";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { StatusIcon } from "../features/sessions/StatusIcon.tsx";
import { openStatuses, type SessionFilter } from "../features/sessions/session-filter.ts";
import { projectName } from "../features/sessions/text.ts";
import { useOpenSessions, useTitleSearch } from "../features/sessions/use-session-lists.ts";
import { useAllTriggers } from "../features/triggers/api.ts";
import { type Command, registeredCommands, useCommands } from "../lib/commands.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { Kbd } from "../ui/Kbd.tsx";
import { backdrop } from "../ui/popup-classes.ts";
import { groupClass, itemClass } from "./palette-classes.ts";
import { matchesAny, matchScore, sortByMatch } from "./palette-search.ts";
import { QuickRouter } from "./QuickRouter.tsx";
import { setQuery, useShell } from "./shell.store.ts";
import { TriggerItems, triggerNames } from "./TriggerItems.tsx";
import { useQuickRouter, useQuickStart } from "./use-quick-start.ts";

interface SessionLinesProps {
  sessions: readonly Session[];
  /** Those of them that the service found are shown though this page sees no match. */
  found: string;
  onOpen(id: number): void;
}

/** By what a session goes, its title first. */
const sessionNames = (session: Session): string[] => [
  session.title,
  `#${session.id}`,
  session.slug ?? "",
  projectName(session),
  session.branch,
];

function SessionLines({ sessions, found, onOpen }: SessionLinesProps) {
  return (
    <Palette.Group heading={found === "" ? "Sessions" : "More sessions"} className={groupClass}>
      {sessions.map((session) => (
        <Palette.Item
          key={session.id}
          value={`session ${session.id}`}
          keywords={[...sessionNames(session), found]}
          onSelect={() => onOpen(session.id)}
          className={itemClass}
        >
          <StatusIcon status={session.status} />
          <span className="min-w-0 flex-1 truncate">{session.title}</span>
          <span className="max-w-40 truncate text-xs text-faint">{projectName(session)}</span>
        </Palette.Item>
      ))}
    </Palette.Group>
  );
}

const commandNames = ({ label, keywords = "" }: Command): string[] => [label, keywords];

interface CommandLinesProps {
  name: string;
  commands: readonly Command[];
  onRun(command: Command): void;
}

function CommandLines({ name, commands, onRun }: CommandLinesProps) {
  return (
    <Palette.Group heading={name} className={groupClass}>
      {commands.map((command) => (
        <Palette.Item
          key={command.id}
          value={command.id}
          keywords={commandNames(command)}
          onSelect={() => onRun(command)}
          className={itemClass}
        >
          <span className="flex-1">{command.label}</span>
          {command.hotkey !== undefined && <Kbd hotkey={command.hotkey} />}
        </Palette.Item>
      ))}
    </Palette.Group>
  );
}

/** Sessions are many; so few are drawn until something is typed. */
const unasked = 8;

/** Before anything is typed the sections of the settings would only hide what is nearer. */
const shownCommands = (commands: readonly Command[], text: string): readonly Command[] =>
  commands.filter(({ id, group }) => id !== "app.palette" && (group !== "Settings" || text.trim() !== ""));
const settleMs = 150;
const everywhere: SessionFilter = { view: "last_touched", statuses: [...openStatuses, "archived"] };

/** Sessions on the board, and once something is typed those that the service finds, the archived ones as well. */
function useSessionsFor(text: string): { open: readonly Session[]; found: readonly Session[]; q: string } {
  const open = useOpenSessions();
  const q = useDebounced(text.trim(), settleMs);
  const { data } = useTitleSearch({ q, filter: everywhere }, q.length > 1);
  const held = new Set(open.map(({ id }) => id));
  const found = (q.length > 1 && data?.pages[0]?.sessions) || [];
  return {
    open: text === "" ? open.slice(0, unasked) : open,
    found: found.filter(({ id }) => !held.has(id)).slice(0, unasked),
    q,
  };
}

function ContentsLine({ text, onSearch }: { text: string; onSearch(): void }) {
  if (text.trim() === "") return null;
  return (
    <Palette.Group forceMount heading="Search" className={groupClass}>
      <Palette.Item forceMount value="search contents" onSelect={onSearch} className={itemClass}>
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 truncate">Search contents for “{text.trim()}”</span>
      </Palette.Item>
    </Palette.Group>
  );
}

interface StartLinesProps {
  text: string;
  /** Sends the words to the agent that finds out where they belong; null where there is none. */
  onRoute: (() => void) | null;
  onStart(): void;
}

/** What is no name of anything may be a task. */
function StartLines({ text, onRoute, onStart }: StartLinesProps) {
  return (
    <Palette.Group forceMount heading="Start" className={groupClass}>
      <Palette.Item forceMount value="start session" onSelect={onStart} className={itemClass}>
        <Plus aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 truncate">Start a session: “{text.trim()}”</span>
      </Palette.Item>
      {onRoute && (
        <Palette.Item forceMount value="quick router" onSelect={onRoute} className={itemClass}>
          <Send aria-hidden className="size-4 shrink-0 text-faint rtl:-scale-x-100" />
          <span className="min-w-0 truncate">Send to the router: “{text.trim()}”</span>
        </Palette.Item>
      )}
    </Palette.Group>
  );
}

type Then = (act: () => void) => void;

/** Sought by name only: none before anything is typed. */
function useTriggerPart(text: string, then: Then) {
  const navigate = useNavigate();
  const triggers = useAllTriggers(text.trim() !== "").data?.triggers ?? [];
  const at = (id: number) => ({ to: "/triggers/$id", params: { id: String(id) } }) as const;
  const lines = (
    <TriggerItems
      key="triggers"
      triggers={triggers}
      onOpen={(id) => then(() => void navigate(at(id)))}
      onInvoke={(id) => then(() => void navigate({ ...at(id), search: { invoke: true } }))}
    />
  );
  return text.trim() === "" ? [] : [{ names: triggers.flatMap(triggerNames), lines }];
}

function Lines({ text, then }: { text: string; then: Then }) {
  const navigate = useNavigate();
  const commands = shownCommands(registeredCommands(useCommands()), text);
  const { open, found, q } = useSessionsFor(text);
  const groups = [...new Set(commands.map((command) => command.group))].toReversed();
  const openSession = (id: number): void =>
    then(() => void navigate({ to: "/sessions/$id", params: { id: String(id) } }));
  const parts = [
    ...groups.map((name) => {
      const own = commands.filter((command) => command.group === name);
      const onRun = (command: Command): void => then(command.run);
      const lines = <CommandLines key={name} name={name} commands={own} onRun={onRun} />;
      return { names: own.map(commandNames), lines };
    }),
    {
      names: open.map(sessionNames),
      lines: <SessionLines key="sessions" sessions={open} found="" onOpen={openSession} />,
    },
    ...useTriggerPart(text, then),
  ];
  const isUnknown = text.trim() !== "" && found.length === 0 && !matchesAny(text, parts);
  const router = useQuickRouter(isUnknown).data;
  const quickStart = useQuickStart();
  const prompt = text.trim();
  const route = (): void => quickStart({ prompt, opens: false });
  return (
    <Palette.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
      <Palette.Empty className="px-3 py-6 text-center text-soft">No results.</Palette.Empty>
      {sortByMatch(text, parts).map(({ lines }) => lines)}
      {found.length > 0 && <SessionLines sessions={found} found={q} onOpen={openSession} />}
      {isUnknown && (
        <StartLines
          text={text}
          onStart={() => then(() => void navigate({ to: "/sessions/new", search: { prompt } }))}
          onRoute={router?.in_catalog ? () => then(route) : null}
        />
      )}
      <ContentsLine
        text={text}
        onSearch={() => then(() => void navigate({ to: "/", search: { q: text.trim(), contents: true } }))}
      />
    </Palette.List>
  );
}

interface Props {
  /** It takes words for the router and nothing else. */
  routes: boolean;
  onClose(): void;
}

/** What takes words from every page. */
export function CommandPalette({ routes, onClose }: Props) {
  return routes ? <QuickRouter onClose={onClose} /> : <Finder onClose={onClose} />;
}

/** Everything by name: sessions to go to and things to do. */
function Finder({ onClose }: { onClose(): void }) {
  const text = useShell((state) => state.query);
  const then = (act: () => void): void => {
    onClose();
    // The dialog gives the focus back first; what runs may move it on.
    requestAnimationFrame(act);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          data-palette
          aria-label="Find a session or an action"
          className="popup fixed inset-x-0 top-[max(0.75rem,12vh)] z-50 mx-auto w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden"
        >
          <Palette
            label="Find a session or an action"
            loop
            filter={(value, typed, names = []) => matchScore(typed, [...names, value])}
          >
            <Palette.Input
              autoFocus
              value={text}
              onValueChange={setQuery}
              placeholder="Find a session or an action"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none focus-visible:border-accent focus-visible:shadow-[inset_0_-1px_0_var(--accent)]"
            />
            <Lines text={text} then={then} />
          </Palette>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
