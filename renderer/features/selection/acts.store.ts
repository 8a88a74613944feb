import { create } from "zustand";
import type { Session } from "../../../server/domains/sessions/model.ts";
import type { Refusal } from "./refusals.ts";

export interface Acts {
  /** What is under way with many sessions. */
  progress: { label: string; done: number; total: number } | null;
  /** What has to be asked before something is done. */
  asked: { act: "snooze" | "delete"; sessions: readonly Session[] } | null;
  /** Sessions that were not archived, each with what can be done about it. */
  refusals: readonly Refusal[];
  /** What this person put off the list; its rows leave at once. */
  dismissed: ReadonlySet<number>;
}

export const useActs = create<Acts>()(() => ({
  progress: null,
  asked: null,
  refusals: [],
  dismissed: new Set(),
}));

export const dismiss = (ids: readonly number[]): void =>
  useActs.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, ...ids]) }));

export const withoutRefusals = (ids: readonly number[]): void =>
  useActs.setState(({ refusals }) => ({
    refusals: refusals.filter(({ session }) => !ids.includes(session.id)),
  }));
