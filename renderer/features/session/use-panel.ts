import { getRouteApi } from "@tanstack/react-router";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { PanelTab } from "../sessions/session-page-search.ts";
import { shownPanel } from "./view-model.ts";

const route = getRouteApi("/sessions/$id");

/** What stands beside the transcript, as the address and the room have it, and the way to something else. */
export function usePanel() {
  const navigate = route.useNavigate();
  const { panel } = route.useSearch();
  const wide = useMediaQuery("(min-width: 1280px)");
  const choose = (choice: PanelTab | "none"): unknown =>
    navigate({ search: (search) => ({ ...search, panel: choice }), hash: true, replace: true });
  return { tab: shownPanel(panel, wide), choose };
}
