import { create } from "zustand";
import type { BoardOpenTo } from "../../../server/domains/surfaces/board/model.ts";
import type { StreamState } from "../../lib/live-stream.ts";

interface Partial {
  /** The text whose lines are stored; it is shown until they are fetched. */
  stored: string;
  text: string;
}

export interface LiveView {
  stream: StreamState;
  /** The service is stopping; true until it is back. */
  stopping: boolean;
  /** Who gets the board without signing in. */
  openTo: BoardOpenTo;
  /** The text that each session's agent is writing. */
  partials: ReadonlyMap<number, Partial>;
}

const withPartial = (view: LiveView, sessionId: number, partial: Partial): LiveView => ({
  ...view,
  partials: new Map(view.partials).set(sessionId, partial),
});

/** Replaces the text from the character `from` on; `stored` keeps the text so far before the new one. */
export function setPartial(
  view: LiveView,
  sessionId: number,
  { from, text, stored }: { from: number; text: string; stored?: true | undefined },
): LiveView {
  const shown = view.partials.get(sessionId) ?? { stored: "", text: "" };
  const next = stored
    ? { stored: joined(shown), text }
    : { stored: shown.stored, text: shown.text.slice(0, from) + text };
  return joined(next) === "" ? dropPartial(view, sessionId) : withPartial(view, sessionId, next);
}

const joined = ({ stored, text }: Partial): string =>
  stored === "" || text === "" ? stored + text : `${stored}\n\n${text}`;

export function dropPartial(view: LiveView, sessionId: number): LiveView {
  if (!view.partials.has(sessionId)) return view;
  const partials = new Map(view.partials);
  partials.delete(sessionId);
  return { ...view, partials };
}

/** Removes the text whose lines are now on the screen; a newer text stays. */
export function dropStored(view: LiveView, sessionId: number): LiveView {
  const shown = view.partials.get(sessionId);
  if (shown === undefined || shown.stored === "") return view;
  if (shown.text === "") return dropPartial(view, sessionId);
  return withPartial(view, sessionId, { ...shown, stored: "" });
}

export const useLive = create<LiveView>()(() => ({
  stream: "connecting",
  stopping: false,
  openTo: "nobody",
  partials: new Map(),
}));

export const usePartial = (sessionId: number): string =>
  useLive((view) => {
    const shown = view.partials.get(sessionId);
    return shown ? joined(shown) : "";
  });
