import { create } from "zustand";
import type { SessionActivity } from "../../../server/domains/turns/activity/model.ts";

/** What the agents of active turns do now, by session id, as the live stream tells it. */
const useActivities = create<{ activities: ReadonlyMap<number, SessionActivity> }>()(() => ({
  activities: new Map(),
}));

export const clearActivities = (): void => useActivities.setState({ activities: new Map() });

export function receiveActivity(sessionId: number, activity: SessionActivity | null): void {
  const activities = new Map(useActivities.getState().activities);
  if (activity === null) activities.delete(sessionId);
  else activities.set(sessionId, activity);
  useActivities.setState({ activities });
}

export const useActivity = (sessionId: number): SessionActivity | undefined =>
  useActivities(({ activities }) => activities.get(sessionId));
