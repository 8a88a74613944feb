import { useMutation, useQuery } from "@tanstack/react-query";
import { type TopUpPatch, topUpOperations } from "../../../server/domains/scheduling/fleet-top-up/model.ts";
import { inferenceOperations } from "../../../server/domains/scheduling/inference/model.ts";
import {
  type BacklogStatus,
  backlogOperations,
  type NewBacklogItem,
} from "../../../server/domains/scheduling/work-backlog/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

const most = 100;
const at = (id: number) => ({ params: { id: String(id) } });

export const backlogKey = (status: BacklogStatus) => [...liveKeys.workBacklog, status] as const;
const topUpKey = [...liveKeys.workBacklog, "top-up"] as const;
const changes = [liveKeys.workBacklog];

export const useBacklog = (status: BacklogStatus) =>
  useQuery({
    queryKey: backlogKey(status),
    queryFn: ({ signal }) =>
      callApi(backlogOperations.listBacklogItems, { query: { status, per_page: most } }, { signal }),
    placeholderData: (before) => (status === "queued" ? undefined : before),
  });

export type BacklogList = NonNullable<ReturnType<typeof useBacklog>["data"]>;

/** Runs changes of the backlog one after the other, and reads it again. */
export const useBacklogChange = () =>
  useMutation({
    scope: { id: "work-backlog" },
    mutationFn: (change: () => Promise<unknown>) => change(),
    meta: { changes },
  });

export const place = (id: number, between: { above_id: number | null; below_id: number | null }) =>
  callApi(backlogOperations.placeBacklogItem, { ...at(id), body: between });
export const pin = (id: number, precedence: number) =>
  callApi(backlogOperations.pinBacklogItem, { ...at(id), body: { precedence } });
export const unpin = (id: number) => callApi(backlogOperations.unpinBacklogItem, at(id));
export const restore = (id: number) => callApi(backlogOperations.restoreBacklogItem, at(id));

const start = (id: number) => callApi(backlogOperations.startBacklogItem, at(id));

export const useStartItem = (
  id: number,
  then: { onSuccess(started: Awaited<ReturnType<typeof start>>): void; onError(error: Error): void },
) => useMutation({ mutationFn: () => start(id), meta: { changes }, ...then });

export const useAddItem = () =>
  useMutation({
    mutationFn: (body: NewBacklogItem) => callApi(backlogOperations.createBacklogItem, { body }),
    meta: { changes },
  });

export const useReleaseItem = (id: number) =>
  useMutation({
    mutationFn: (answer: string) =>
      callApi(backlogOperations.releaseBacklogItem, { ...at(id), body: { answer } }),
    meta: { changes },
  });

export const useHoldItem = (id: number) =>
  useMutation({
    mutationFn: (question: string) =>
      callApi(backlogOperations.holdBacklogItem, { ...at(id), body: { question } }),
    meta: { changes },
  });

export const useRemoveItem = (id: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      callApi(backlogOperations.removeBacklogItem, { ...at(id), body: { reason } }),
    meta: { changes },
  });

export const useTopUp = () =>
  useQuery({
    queryKey: topUpKey,
    queryFn: ({ signal }) => callApi(inferenceOperations.getInference, { query: {} }, { signal }),
    select: ({ fleet_top_up }) => fleet_top_up,
  });

export const useChangeTopUp = () =>
  useMutation({
    mutationFn: (body: TopUpPatch) => callApi(topUpOperations.changeFleetTopUp, { body }),
    meta: { changes: [topUpKey] },
  });
