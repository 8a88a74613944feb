import { create } from "zustand";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { OpenedBy } from "../../ui/LazyPopup.tsx";

interface SessionMenu {
  sessions: readonly Session[];
  /** Where it opens: beside an element, or where a person pressed. */
  anchor: Element | { x: number; y: number };
  /** Takes the focus when the menu closes. */
  from: HTMLElement | null;
  /** It is in a list that can be selected from. */
  selectable: boolean;
  by: OpenedBy;
}

/** The menu of actions that is open. All sessions that are shown share one. */
export const useSessionMenu = create<{ open: SessionMenu | null }>()(() => ({ open: null }));

export const openSessionMenu = (open: SessionMenu): void => useSessionMenu.setState({ open });
export const closeSessionMenu = (): void => useSessionMenu.setState({ open: null });
