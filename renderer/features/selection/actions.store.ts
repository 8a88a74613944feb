import { create } from "zustand";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { ActionId } from "./actions.ts";
import type { Refusal } from "./refusals.ts";

export interface ActionsState {
  /** What is under way with many sessions. */
  progress: { label: string; done: number; total: number } | null;
  /** What is being done with a session, by the session's id. */
  inProgress: ReadonlyMap<number, ActionId>;
  /** What has to be asked before something is done. */
  confirming: { act: "snooze" | "delete"; sessions: readonly Session[] } | null;
  /** Sessions that were not archived, each with what can be done about it. */
  refusals: readonly Refusal[];
  /** What this person put off the list; its rows leave at once. */
  dismissed: ReadonlySet<number>;
}

export const useActions = create<ActionsState>()(() => ({
  progress: null,
  inProgress: new Map(),
  confirming: null,
  refusals: [],
  dismissed: new Set(),
}));

export const dismiss = (ids: readonly number[]): void =>
  useActions.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, ...ids]) }));

/** They stay on the list after all. */
export const undismiss = (ids: readonly number[]): void =>
  useActions.setState(({ dismissed }) => ({
    dismissed: new Set([...dismissed].filter((id) => !ids.includes(id))),
  }));

/** Shows of the sessions that this is being done, for as long as the work takes. */
export async function whileInProgress<Result>(
  act: ActionId,
  ids: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = ids.map((id) => [id, act] as const);
  useActions.setState(({ inProgress }) => ({ inProgress: new Map([...inProgress, ...begun]) }));
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
