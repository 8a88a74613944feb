import { create } from "zustand";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { ActionId } from "./actions.ts";
import type { Refusal } from "./refusals.ts";

export interface ActionsState {
  /** The progress of an action on several sessions. */
  progress: { label: string; done: number; total: number } | null;
  /** The running action of each session, by session ID. */
  inProgress: ReadonlyMap<number, ActionId>;
  /** The action that needs an answer first. */
  confirming: { action: "snooze" | "set_category" | "delete"; sessions: readonly Session[] } | null;
  /** Sessions that could not be archived without a decision. */
  refusals: readonly Refusal[];
  /** Sessions whose rows leave the list at once. */
  dismissed: ReadonlySet<number>;
  /** Those that were archived last, here and by a person. */
  archived: readonly number[];
}

export const useActions = create<ActionsState>()(() => ({
  progress: null,
  inProgress: new Map(),
  confirming: null,
  refusals: [],
  dismissed: new Set(),
  archived: [],
}));

export const dismiss = (ids: readonly number[]): void =>
  useActions.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, ...ids]) }));

/** Returns sessions to the list. */
export const undismiss = (ids: readonly number[]): void =>
  useActions.setState(({ dismissed }) => ({
    dismissed: new Set([...dismissed].filter((id) => !ids.includes(id))),
  }));

/** Marks the action as running on the sessions while `work` runs. */
export async function whileInProgress<Result>(
  action: ActionId,
  ids: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  const started = ids.map((id) => [id, action] as const);
  useActions.setState(({ inProgress }) => ({ inProgress: new Map([...inProgress, ...started]) }));
  try {
    return await work();
  } finally {
    const isLeft = ([id]: readonly [number, ActionId]): boolean => !ids.includes(id);
    useActions.setState(({ inProgress }) => ({ inProgress: new Map([...inProgress].filter(isLeft)) }));
  }
}

export const removeRefusals = (ids: readonly number[]): void =>
  useActions.setState(({ refusals }) => ({
    refusals: refusals.filter(({ session }) => !ids.includes(session.id)),
  }));
