import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type LiveValue,
  liveKeyOperations,
  liveSettingOperations,
} from "../../../../server/domains/live/settings/model.ts";
import { callApi } from "../../../lib/client.ts";
import { liveKeys } from "../../live/apply-event.ts";

/** Settings by key, or the guidance; a null is the default. */
export type LivePatch = Readonly<Record<string, LiveValue | null>>;

export const useLiveSettings = () =>
  useQuery({
    queryKey: liveKeys.liveSettings,
    queryFn: ({ signal }) => callApi(liveSettingOperations.getLiveSettings, {}, { signal }),
  });

/** With the state of live mode, which depends on it. */
const ofKey = { meta: { changes: [["live_key"], ["live_conversation"]] } };

export const useLiveKey = () =>
  useQuery({
    queryKey: ["live_key"],
    queryFn: ({ signal }) => callApi(liveKeyOperations.getLiveKey, {}, { signal }),
    staleTime: 0,
  });

export const useSetLiveKey = () =>
  useMutation({
    mutationFn: (key: string) => callApi(liveKeyOperations.setLiveKey, { body: { key } }),
    ...ofKey,
  });

export const useRemoveLiveKey = () =>
  useMutation({ mutationFn: () => callApi(liveKeyOperations.removeLiveKey, {}), ...ofKey });

/** In order, so that the last choice is the one that is saved. */
const inOrder = { scope: { id: "live-settings" }, meta: { changes: [liveKeys.liveSettings] } };

export const useChangeLiveSettings = () =>
  useMutation({
    mutationFn: (body: LivePatch) => callApi(liveSettingOperations.changeLiveSettings, { body }),
    ...inOrder,
  });

export const useResetLiveSettings = () =>
  useMutation({ mutationFn: () => callApi(liveSettingOperations.resetLiveSettings, {}), ...inOrder });

export const useRestoreGuidance = () =>
  useMutation({
    mutationFn: (changeId: number) =>
      callApi(liveSettingOperations.restoreLiveGuidance, { params: { id: String(changeId) } }),
    ...inOrder,
  });
