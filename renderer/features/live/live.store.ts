import { create } from "zustand";
import type { StreamState } from "../../lib/live-stream.ts";

interface Partial {
  text: string;
  /** Its line is stored; the text is shown until that line is fetched. */
  written: boolean;
}

export interface LiveView {
  stream: StreamState;
  /** The service is stopping; true until it is back. */
  stopping: boolean;
  /** The text that each session's agent is writing. */
  partials: ReadonlyMap<number, Partial>;
}

const withPartial = (view: LiveView, sessionId: number, partial: Partial): LiveView => ({
  ...view,
  partials: new Map(view.partials).set(sessionId, partial),
});

/** Each event has the whole text, or the end of a long one. */
export const setPartial = (view: LiveView, sessionId: number, text: string): LiveView =>
  withPartial(view, sessionId, { text, written: false });

/** Lines were stored, including the one that was being written. */
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

/** Removes a text whose line is now on the screen; a newer text stays. */
export const dropWritten = (view: LiveView, sessionId: number): LiveView =>
  view.partials.get(sessionId)?.written === true ? dropPartial(view, sessionId) : view;

export const useLive = create<LiveView>()(() => ({
  stream: "connecting",
  stopping: false,
  partials: new Map(),
}));

export const usePartial = (sessionId: number): string =>
  useLive((view) => view.partials.get(sessionId)?.text ?? "");
