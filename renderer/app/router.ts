import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { type BoardSearch, readBoardSearch } from "../features/board/board-search.ts";
import { keptSearch } from "../features/board/kept-search.ts";
import { readTabSearch, type TabSearch } from "../features/session/tabs.ts";
import { type PanelChoice, readPanel } from "../features/session/view-model.ts";
import { NotFound } from "./NotFound.tsx";
import { PageBroke } from "./PageBroke.tsx";
import { Shell } from "./Shell.tsx";

const pages = {
  board: () => import("../features/board/Board.tsx"),
  newSession: () => import("../features/new-session/NewSession.tsx"),
  session: () => import("../features/session/SessionPage.tsx"),
};

/** Fetches the pages that were not opened yet, so that moving about works while the service restarts. */
export function preloadPages(): void {
  // One that cannot be had now is asked for again when it is opened.
  for (const load of Object.values(pages)) load().catch(() => undefined);
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const board = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: (search: Record<string, unknown>): BoardSearch => readBoardSearch(search),
  beforeLoad: ({ search }) => {
    const kept = keptSearch(search);
    if (kept) throw redirect({ to: "/", search: kept, replace: true });
  },
  component: lazyRouteComponent(pages.board, "Board"),
});

const newSession = createRoute({
  getParentRoute: () => root,
  path: "/sessions/new",
  component: lazyRouteComponent(pages.newSession, "NewSession"),
});

const session = createRoute({
  getParentRoute: () => root,
  path: "/sessions/$id",
  validateSearch: (search: Record<string, unknown>): { panel?: PanelChoice } & TabSearch => {
    const panel = readPanel(search["panel"]);
    return { ...(panel !== undefined && { panel }), ...readTabSearch(search) };
  },
  component: lazyRouteComponent(pages.session, "SessionPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([board, newSession, session]),
  defaultErrorComponent: PageBroke,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
