import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { type BoardSearch, readBoardSearch } from "../features/board/filters/board-search.ts";
import { storedSearch } from "../features/board/filters/stored-search.ts";
import { type CostsSearch, readCostsSearch } from "../features/costs/costs-search.ts";
import { type GatesSearch, readGatesSearch } from "../features/gate-decisions/gates-search.ts";
import { type GoalsSearch, readGoalsSearch } from "../features/goal-checks/goals-search.ts";
import { type InboxSearch, readInboxSearch } from "../features/inbox/inbox-search.ts";
import { type InferenceSearch, readInferenceSearch } from "../features/inference/inference-search.ts";
import {
  newSessionPath,
  openNewSession,
  readNewSessionSearch,
} from "../features/new-session/new-session.store.ts";
import {
  type AnalysisSearch,
  type OutcomesSearch,
  readAnalysisSearch,
  readOutcomesSearch,
} from "../features/outcomes/outcomes-search.ts";
import { prefetchSession } from "../features/session/prefetch.ts";
import { readSessionSearch, type SessionSearch } from "../features/sessions/session-page-search.ts";
import { settingsSections } from "../features/settings/sections.ts";
import { readTriggersSearch, type TriggersSearch } from "../features/triggers/triggers-search.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { movedPath } from "./moved-pages.ts";
import { NotFound, PageError } from "./PageError.tsx";
import { QualityPages, QueuePages } from "./page-groups.tsx";
import { Shell } from "./Shell.tsx";

/** The width from which a window has a side bar. */
const wide = "(min-width: 48rem)";

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  beforeLoad: ({ location }) => {
    const path = movedPath(location.pathname);
    if (path === null) return;
    throw redirect({
      href: `${path}${location.searchStr}${location.hash && `#${location.hash}`}`,
      replace: true,
    });
  },
  component: Shell,
  notFoundComponent: NotFound,
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: (search: Record<string, unknown>): BoardSearch => readBoardSearch(search),
  beforeLoad: ({ search }) => {
    const kept = storedSearch(search);
    if (kept) throw redirect({ to: "/", search: kept, replace: true });
  },
  component: lazyComponent(async () => (await import("../features/board/Board.tsx")).Board, "preload"),
});

// Early, because pages are preloaded in this order.
const session = createRoute({
  getParentRoute: () => root,
  path: "/sessions/$id",
  validateSearch: (search: Record<string, unknown>): SessionSearch => readSessionSearch(search),
  loader: ({ context, params, preload }) => {
    // Hovering preloads the code of this page, but not every session's transcript.
    if (!preload) prefetchSession(context.client, params.id);
  },
  component: lazyComponent(
    async () => (await import("../features/split-view/SplitSession.tsx")).SplitSession,
    "preload",
  ),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: (search: Record<string, unknown>): InboxSearch => readInboxSearch(search),
  component: lazyComponent(
    async () => (await import("../features/inbox/InboxPage.tsx")).InboxPage,
    "preload",
  ),
});

const more = createRoute({
  getParentRoute: () => root,
  path: "/more",
  component: lazyComponent(async () => (await import("./MorePage.tsx")).MorePage, "preload"),
});

const newSession = createRoute({
  getParentRoute: () => root,
  path: newSessionPath,
  validateSearch: readNewSessionSearch,
  // The composer lies over the board for whoever comes by its address.
  beforeLoad: ({ search, preload }) => {
    if (preload) return;
    openNewSession(search);
    throw redirect({ to: "/", replace: true });
  },
});

const firstRun = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: lazyComponent(
    async () => (await import("../features/first-run/FirstRunPage.tsx")).FirstRunPage,
    "preload",
  ),
});

const queue = createRoute({ getParentRoute: () => root, path: "/queue", component: QueuePages });

const spotQueue = createRoute({
  getParentRoute: () => queue,
  path: "/",
  component: lazyComponent(
    async () => (await import("../features/spot-queue/SpotQueuePage.tsx")).SpotQueuePage,
    "preload",
  ),
});

const backlog = createRoute({
  getParentRoute: () => queue,
  path: "backlog",
  component: lazyComponent(
    async () => (await import("../features/backlog/BacklogPage.tsx")).BacklogPage,
    "preload",
  ),
});

const inference = createRoute({
  getParentRoute: () => root,
  path: "/inference",
  validateSearch: (search: Record<string, unknown>): InferenceSearch => readInferenceSearch(search),
  component: lazyComponent(
    async () => (await import("../features/inference/InferencePage.tsx")).InferencePage,
    "preload",
  ),
});

const costs = createRoute({
  getParentRoute: () => root,
  path: "/costs",
  validateSearch: (search: Record<string, unknown>): CostsSearch => readCostsSearch(search),
  component: lazyComponent(
    async () => (await import("../features/costs/CostsPage.tsx")).CostsPage,
    "preload",
  ),
});

const quality = createRoute({ getParentRoute: () => root, path: "/quality", component: QualityPages });

const outcomes = createRoute({
  getParentRoute: () => quality,
  path: "outcomes",
  validateSearch: (search: Record<string, unknown>): OutcomesSearch => readOutcomesSearch(search),
  component: lazyComponent(
    async () => (await import("../features/outcomes/OutcomesPage.tsx")).OutcomesPage,
    "preload",
  ),
});

const outcome = createRoute({
  getParentRoute: () => quality,
  path: "outcomes/$id",
  validateSearch: (search: Record<string, unknown>): AnalysisSearch => readAnalysisSearch(search),
  component: lazyComponent(
    async () => (await import("../features/outcomes/AnalysisPage.tsx")).AnalysisPage,
    "preload",
  ),
});

const goals = createRoute({
  getParentRoute: () => quality,
  path: "/",
  validateSearch: (search: Record<string, unknown>): GoalsSearch => readGoalsSearch(search),
  component: lazyComponent(
    async () => (await import("../features/goal-checks/GoalChecksPage.tsx")).GoalChecksPage,
    "preload",
  ),
});

const gates = createRoute({
  getParentRoute: () => quality,
  path: "gates",
  validateSearch: (search: Record<string, unknown>): GatesSearch => readGatesSearch(search),
  component: lazyComponent(
    async () => (await import("../features/gate-decisions/GatesPage.tsx")).GatesPage,
    "preload",
  ),
});

const gateDecision = createRoute({
  getParentRoute: () => quality,
  path: "gates/$id",
  component: lazyComponent(
    async () => (await import("../features/gate-decisions/GateDecisionPage.tsx")).GateDecisionPage,
    "preload",
  ),
});

const triggers = createRoute({
  getParentRoute: () => root,
  path: "/triggers",
  validateSearch: (search: Record<string, unknown>): TriggersSearch => readTriggersSearch(search),
  component: lazyComponent(
    async () => (await import("../features/triggers/TriggersPage.tsx")).TriggersPage,
    "preload",
  ),
});

const newTrigger = createRoute({
  getParentRoute: () => root,
  path: "/triggers/new",
  component: lazyComponent(
    async () => (await import("../features/triggers/TriggerFormPage.tsx")).NewTriggerPage,
    "preload",
  ),
});

const trigger = createRoute({
  getParentRoute: () => root,
  path: "/triggers/$id",
  // Asks for the values of its placeholders.
  validateSearch: ({ invoke }: Record<string, unknown>): { invoke?: true } =>
    invoke === true ? { invoke } : {},
  component: lazyComponent(
    async () => (await import("../features/triggers/TriggerPage.tsx")).TriggerPage,
    "preload",
  ),
});

const editTrigger = createRoute({
  getParentRoute: () => root,
  path: "/triggers/$id/edit",
  component: lazyComponent(
    async () => (await import("../features/triggers/TriggerFormPage.tsx")).EditTriggerPage,
    "preload",
  ),
});

const settingsPage = lazyComponent(
  async () => (await import("../features/settings/SettingsPage.tsx")).SettingsPage,
  "preload",
);

interface ConnectorSearch {
  session?: unknown;
  signed_in?: unknown;
}

/** A narrow window shows the list of sections here; a wide one shows it beside the section. */
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  beforeLoad: () => {
    const [first] = settingsSections;
    if (!matchMedia(wide).matches || !first) return;
    throw redirect({ to: "/settings/$section", params: { section: first.id }, replace: true });
  },
  component: settingsPage,
});

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: "/settings/$section",
  // Of the connectors: where a session leads to, and where a sign-in at a server comes back to.
  validateSearch: ({ session, signed_in }: Record<string, unknown>): ConnectorSearch => ({
    ...(session !== undefined && { session }),
    ...(signed_in !== undefined && { signed_in }),
  }),
  component: settingsPage,
});

export const router = createRouter({
  routeTree: root.addChildren([
    board,
    inbox,
    more,
    newSession,
    firstRun,
    session,
    settings,
    settingsSection,
    costs,
    quality.addChildren([goals, outcomes, outcome, gates, gateDecision]),
    triggers,
    queue.addChildren([spotQueue, backlog]),
    inference,
    newTrigger,
    trigger,
    editTrigger,
  ]),
  context: { client: createQueryClient() },
  defaultErrorComponent: PageError,
  defaultPreload: "intent",
  // Otherwise pages get the values of an address that its reader drops.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
