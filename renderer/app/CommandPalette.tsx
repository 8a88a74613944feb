import { Dialog } from "@base-ui/react/dialog";
import { useMatchRoute, useNavigate } from "@tanstack/react-router";
import { Command as Palette } from "cmdk";
import { Plus, Search, Send } from "lucide-react";
import { useEffect, useState } from "react";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { openNewSession } from "../features/new-session/new-session.store.ts";
import { useContentSearch } from "../features/search/use-content-search.ts";
import { firstSessions } from "../features/sessions/my-sessions.ts";
import { recentSessions } from "../features/sessions/recent-sessions.ts";
import { StatusIcon } from "../features/sessions/StatusIcon.tsx";
import { projectName } from "../features/sessions/session-fields.ts";
import { openStatuses, type SessionFilter } from "../features/sessions/session-filter.ts";
import { useOpenSessions, useTitleSearch } from "../features/sessions/use-session-lists.ts";
import { useAllTriggers } from "../features/triggers/api.ts";
import { type Command, registeredCommands, useCommands } from "../lib/commands.ts";
import { useMinute } from "../lib/time.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { Kbd } from "../ui/Kbd.tsx";
import { backdrop } from "../ui/popup-classes.ts";
import { groupClass, itemClass } from "./palette-classes.ts";
import { matchesAny, matchScore, sortByMatch } from "./palette-search.ts";
import { QuickRouter } from "./QuickRouter.tsx";
import { setQuery, useShell } from "./shell.store.ts";
import { TriggerItems, triggerNames } from "./TriggerItems.tsx";
import { text } from "./text.ts";
import { useQuickRouter, useQuickStart } from "./use-quick-start.ts";

interface SessionLinesProps {
  heading: string;
  sessions: readonly Session[];
  /** Sessions that the service found are shown even if this page finds no match. */
  found: string;
  onOpen(id: number): void;
}

/** The names that find a session, its title first. */
const sessionNames = (session: Session): string[] => [
  session.title,
  `#${session.id}`,
  session.slug ?? "",
  projectName(session),
  session.branch,
];

const valueOf = ({ id }: Pick<Session, "id">): string => `session ${id}`;

function SessionLines({ heading, sessions, found, onOpen }: SessionLinesProps) {
  return (
    <Palette.Group heading={heading} className={groupClass}>
      {sessions.map((session) => (
        <Palette.Item
          key={session.id}
          value={valueOf(session)}
          keywords={[...sessionNames(session), found]}
          onSelect={() => onOpen(session.id)}
          className={itemClass}
        >
          <StatusIcon status={session.status} attention={session.attention?.kind} />
          <span className="min-w-0 flex-1 truncate">{session.title}</span>
          <span className="max-w-40 truncate text-xs text-faint">{projectName(session)}</span>
        </Palette.Item>
      ))}
    </Palette.Group>
  );
}

/** Before anything is typed: what needs a person, and what was opened last. */
function FirstSessions({ open, onOpen }: { open: readonly Session[]; onOpen(id: number): void }) {
  const now = useMinute();
  const shown = useMatchRoute()({ to: "/sessions/$id" });
  const current = shown === false ? null : Number(shown.id);
  const first = firstSessions(open, { recent: recentSessions(), now, current });
  const lines = { found: "", onOpen };
  return (
    <>
      {first.needsMe.length > 0 && (
        <SessionLines heading={text.palette.needsYou(first.count)} sessions={first.needsMe} {...lines} />
      )}
      {first.recent.length > 0 && (
        <SessionLines heading={text.palette.recent} sessions={first.recent} {...lines} />
      )}
    </>
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

/** How many sessions are shown at most that only the service found. */
const maxSessions = 8;

/** Commands that the palette leaves out: itself, and the second shortcut of one that it has. */
const leftOut: readonly string[] = ["app.palette", "app.undo_usual"];
/** Without a query, the settings would only push down what is more useful. */
const shownCommands = (commands: readonly Command[], query: string): readonly Command[] =>
  commands.filter(({ id, group }) => !leftOut.includes(id) && (group !== "Settings" || query.trim() !== ""));
const searchDelayMs = 150;
const everywhere: SessionFilter = { view: "last_touched", statuses: [...openStatuses, "archived"] };

/** The sessions on the board, and with a query those that the service finds, archived ones included. */
function useSessionsFor(query: string): { open: readonly Session[]; found: readonly Session[]; q: string } {
  const open = useOpenSessions();
  const q = useDebounced(query.trim(), searchDelayMs);
  const { data } = useTitleSearch({ q, filter: everywhere }, q.length > 1);
  const shownIds = new Set(open.map(({ id }) => id));
  const found = (q.length > 1 && data?.pages[0]?.sessions) || [];
  return {
    open,
    found: found.filter(({ id }) => !shownIds.has(id)).slice(0, maxSessions),
    q,
  };
}

const mostSaid = 5;
/** Fewer letters are said in every session. */
const leastWord = 3;

/** The sessions in which the words were said, where no name has them. The first is selected as soon as it is found. */
function useSaid({ query, q, isUnknown }: { query: string; q: string; isUnknown: boolean }, select: Select) {
  const isAsked = isUnknown && q === query.trim() && q.length >= leastWord;
  const { query: search } = useContentSearch({ q, filter: everywhere }, isAsked);
  const found = isAsked ? (search.data?.pages.flatMap(({ sessions }) => sessions) ?? []) : [];
  const first = found[0]?.id;
  useEffect(() => {
    if (first !== undefined) select(valueOf({ id: first }));
  }, [first, select]);
  return found.slice(0, mostSaid);
}

function ContentsLine({ query, onSearch }: { query: string; onSearch(): void }) {
  if (query.trim() === "") return null;
  return (
    <Palette.Group forceMount heading={text.palette.search} className={groupClass}>
      <Palette.Item forceMount value="search contents" onSelect={onSearch} className={itemClass}>
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 truncate">{text.palette.searchContents(query.trim())}</span>
      </Palette.Item>
    </Palette.Group>
  );
}

interface StartLinesProps {
  query: string;
  /** Sends the text to the router; null if there is no router. */
  onRoute: (() => void) | null;
  onStart(): void;
}

/** A query without matches may be a task. */
function StartLines({ query, onRoute, onStart }: StartLinesProps) {
  return (
    <Palette.Group forceMount heading={text.palette.start} className={groupClass}>
      <Palette.Item forceMount value="start session" onSelect={onStart} className={itemClass}>
        <Plus aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 truncate">{text.palette.startSession(query.trim())}</span>
      </Palette.Item>
      {onRoute && (
        <Palette.Item forceMount value="quick router" onSelect={onRoute} className={itemClass}>
          <Send aria-hidden className="size-4 shrink-0 text-faint rtl:-scale-x-100" />
          <span className="min-w-0 truncate">{text.palette.sendToRouter(query.trim())}</span>
        </Palette.Item>
      )}
    </Palette.Group>
  );
}

type Then = (action: () => void) => void;
type Select = (value: string) => void;

/** Empty without a query: triggers are only searched by name. */
function useTriggerPart(query: string, then: Then) {
  const navigate = useNavigate();
  const triggers = useAllTriggers(query.trim() !== "").data?.triggers ?? [];
  const at = (id: number) => ({ to: "/triggers/$id", params: { id: String(id) } }) as const;
  const lines = (
    <TriggerItems
      key="triggers"
      triggers={triggers}
      onOpen={(id) => then(() => void navigate(at(id)))}
      onInvoke={(id) => then(() => void navigate({ ...at(id), search: { invoke: true } }))}
    />
  );
  return query.trim() === "" ? [] : [{ names: triggers.flatMap(triggerNames), lines }];
}

function Lines({ query, then, select }: { query: string; then: Then; select: Select }) {
  const navigate = useNavigate();
  const commands = shownCommands(registeredCommands(useCommands()), query);
  const { open, found, q } = useSessionsFor(query);
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
      names: query === "" ? [] : open.map(sessionNames),
      lines: query !== "" && (
        <SessionLines
          key="sessions"
          heading={text.palette.sessions}
          sessions={open}
          found=""
          onOpen={openSession}
        />
      ),
    },
    ...useTriggerPart(query, then),
  ];
  const isUnknown = query.trim() !== "" && found.length === 0 && !matchesAny(query, parts);
  const said = useSaid({ query, q, isUnknown }, select);
  const router = useQuickRouter(isUnknown).data;
  const quickStart = useQuickStart();
  const prompt = query.trim();
  const route = (): void => quickStart({ prompt, opens: false });
  return (
    <Palette.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
      <Palette.Empty className="px-3 py-6 text-center text-soft">{text.palette.noResults}</Palette.Empty>
      {query === "" && <FirstSessions open={open} onOpen={openSession} />}
      {sortByMatch(query, parts).map(({ lines }) => lines)}
      {found.length > 0 && (
        <SessionLines heading={text.palette.moreSessions} sessions={found} found={q} onOpen={openSession} />
      )}
      {said.length > 0 && (
        <SessionLines heading={text.palette.said} sessions={said} found={q} onOpen={openSession} />
      )}
      {isUnknown && (
        <StartLines
          query={query}
          onStart={() => then(() => openNewSession({ prompt }))}
          onRoute={router?.in_catalog ? () => then(route) : null}
        />
      )}
      <ContentsLine
        query={query}
        onSearch={() => then(() => void navigate({ to: "/", search: { q: query.trim(), contents: true } }))}
      />
    </Palette.List>
  );
}

interface Props {
  /** Only for the router. */
  routes: boolean;
  onClose(): void;
}

export function CommandPalette({ routes, onClose }: Props) {
  return routes ? <QuickRouter onClose={onClose} /> : <Finder onClose={onClose} />;
}

/** Finds sessions to open and actions to run. */
function Finder({ onClose }: { onClose(): void }) {
  const query = useShell((state) => state.query);
  const [value, setValue] = useState("");
  const then = (action: () => void): void => {
    onClose();
    // The dialog returns the focus first, and the action may move it again.
    requestAnimationFrame(action);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          data-palette
          aria-label={text.palette.find}
          className="popup fixed inset-x-0 top-[max(0.75rem,12vh)] z-50 mx-auto w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden"
        >
          <Palette
            label={text.palette.find}
            loop
            value={value}
            onValueChange={setValue}
            filter={(value, typed, names = []) => matchScore(typed, [...names, value])}
          >
            <Palette.Input
              autoFocus
              value={query}
              onValueChange={setQuery}
              placeholder={text.palette.find}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none focus-visible:border-accent focus-visible:shadow-[inset_0_-1px_0_var(--accent)]"
            />
            <Lines query={query} then={then} select={setValue} />
          </Palette>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
