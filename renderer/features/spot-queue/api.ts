import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type SpotPolicyPatch,
  spotPolicyOperations,
} from "../../../server/domains/scheduling/admission/model.ts";
import { queueOperations } from "../../../server/domains/scheduling/queue/model.ts";
import { callApi } from "../../lib/client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { fuelKey } from "../live/refresh-fuel.ts";

export const queueKey = ["spot-queue"];
/** A turn that ends anywhere moves the queue, and no event reports that to this page. */
const refetchIntervalMs = 5_000;
const at = (id: number) => ({ params: { id: String(id) } });

export const useSpotQueue = () =>
  useQuery({
    queryKey: queueKey,
    queryFn: ({ signal }) => callApi(queueOperations.listSpotQueue, {}, { signal }),
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  });

export type SpotQueue = NonNullable<ReturnType<typeof useSpotQueue>["data"]>;

/** Runs changes of the queue one after the other, and reads it again. */
export const useQueueChange = () =>
  useMutation({
    scope: { id: "spot-queue" },
    mutationFn: (change: () => Promise<unknown>) => change(),
    meta: { changes: [queueKey] },
  });

export const startNow = (id: number) => callApi(queueOperations.startNow, at(id));

export const useForceStart = () =>
  useMutation({
    mutationFn: ({ sessionId, victimId }: { sessionId: number; victimId: number }) =>
      callApi(queueOperations.forceStart, { ...at(sessionId), body: { expected_victim_id: victimId } }),
    meta: { changes: [queueKey] },
  });

export const usePauseAll = () =>
  useMutation({
    mutationFn: () => callApi(queueOperations.pauseAll, {}),
    meta: { changes: [queueKey] },
  });

export const useResumeAll = () =>
  useMutation({
    mutationFn: () => callApi(queueOperations.resumeAll, {}),
    meta: { changes: [queueKey] },
  });

export const moveBetween = (id: number, place: { above_id: number | null; below_id: number | null }) =>
  callApi(queueOperations.reorderPrecedence, { ...at(id), body: place });

export const useChangePolicy = () =>
  useMutation({
    mutationFn: (body: SpotPolicyPatch) => callApi(spotPolicyOperations.changeSpotPolicy, { body }),
    meta: { changes: [queueKey, fuelKey] },
  });

const previewDelayMs = 300;

/** What a policy would start, hold and pause right now. */
export function usePolicyPreview(draft: SpotPolicyPatch, enabled: boolean) {
  const settled = useDebounced(draft, previewDelayMs);
  return useQuery({
    queryKey: [...queueKey, "preview", settled],
    queryFn: ({ signal }) => callApi(spotPolicyOperations.previewSpotPolicy, { body: settled }, { signal }),
    enabled: enabled && Object.keys(settled).length > 0,
    retry: false,
    placeholderData: (before) => before,
  });
}
