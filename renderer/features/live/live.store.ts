import { create } from "zustand";
import type { StreamState } from "../../lib/live-stream.ts";

interface Partial {
  text: string;
  /** The transcript has its line by now; the text stays in sight until that line is fetched. */
  written: boolean;
}

export interface LiveView {
  stream: StreamState;
  /** The service said that it ends; true until it is back. */
  stopping: boolean;
  /** What each session's agent is writing. */
  partials: ReadonlyMap<number, Partial>;
}

const withPartial = (view: LiveView, sessionId: number, partial: Partial): LiveView => ({
  ...view,
  partials: new Map(view.partials).set(sessionId, partial),
});

/** Each text is the whole of what is being written, or its end where it is long. */
export const setPartial = (view: LiveView, sessionId: number, text: string): LiveView =>
  withPartial(view, sessionId, { text, written: false });

/** New lines are stored; what was being written until now is among them. */
export function markWritten(view: LiveView, sessionId: number): LiveView {
  const partial = view.partials.get(sessionId);
  return partial === undefined || partial.written
    ? view
    : withPartial(view, sessionId, { ...partial, written: true });
}

export function dropPartial(view: LiveView, sessionId: number): LiveView {
  if (!view.partials.has(sessionId)) return view;
  const partials = new Map(view.partials);
  partials.delete(sessionId);
  return { ...view, partials };
}

/** The stored lines are on the screen, so the text that became one of them goes; a newer one stays. */
export const dropWritten = (view: LiveView, sessionId: number): LiveView =>
  view.partials.get(sessionId)?.written === true ? dropPartial(view, sessionId) : view;

export const useLive = create<LiveView>()(() => ({
  stream: "connecting",
  stopping: false,
  partials: new Map(),
}));

export const usePartial = (sessionId: number): string =>
  useLive((view) => view.partials.get(sessionId)?.text ?? "");
