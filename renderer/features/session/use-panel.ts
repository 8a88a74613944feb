import { getRouteApi } from "@tanstack/react-router";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { PanelTab } from "../sessions/session-page-search.ts";
import { useSplitView } from "../sessions/split-view.store.ts";
import { shownPanel } from "./view-model.ts";

const route = getRouteApi("/sessions/$id");

/** The tab of the side panel, from the URL and the page width, and a function to switch it. */
export function usePanel() {
  const navigate = route.useNavigate();
  const { panel } = route.useSearch();
  const { isShown: isSplit } = useSplitView();
  const wide = useMediaQuery(isSplit ? "(min-width: 1600px)" : "(min-width: 1280px)");
  const choose = (choice: PanelTab | "none"): unknown =>
    navigate({ search: (search) => ({ ...search, panel: choice }), hash: true, replace: true });
  return { tab: shownPanel(panel, wide), choose };
}
