import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type NotificationPreferences,
  preferenceOperations,
} from "../../../../server/domains/inbox/notifications/model.ts";
import { pushOperations } from "../../../../server/domains/inbox/push/model.ts";
import { callApi } from "../../../lib/client.ts";
import { optimisticUpdate } from "../../../lib/optimistic-update.ts";

const preferencesKey = ["notification-preferences"];
const deliveryKey = ["push-delivery"];
export const ownKey = ["own-push-fingerprint"];
const at = (id: number) => ({ params: { id: String(id) } });

export const usePreferences = () =>
  useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => callApi(preferenceOperations.getNotificationPreferences, {}, { signal }),
    staleTime: 0,
  });

/** Applied at once, and reverted if the service refuses. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationPreferences) =>
      callApi(preferenceOperations.saveNotificationPreferences, { body }),
    // In order, so that the last choice is the one that is saved.
    scope: { id: "notification-preferences" },
    onMutate: (preferences) => optimisticUpdate(client, preferencesKey, () => ({ preferences })),
    meta: { changes: [preferencesKey] },
  });
}

export const useDelivery = () =>
  useQuery({
    queryKey: deliveryKey,
    queryFn: ({ signal }) => callApi(pushOperations.getPushDelivery, {}, { signal }),
    staleTime: 0,
  });

export const fetchPushKey = async (): Promise<string> =>
  (await callApi(pushOperations.getWebPushKey, {})).public_key;
export const removeBrowser = (id: number) => callApi(pushOperations.removeBrowser, at(id));
export const removePhone = (id: number) => callApi(pushOperations.removePhone, at(id));
export const sendTest = () => callApi(pushOperations.testPushDelivery, {});

export const subscribeBrowser = ({ endpoint, keys }: PushSubscriptionJSON) =>
  callApi(pushOperations.subscribeBrowser, {
    body: { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } },
  });

/** Refetches the targets and the subscription of this browser. */
export const useDeliveryChange = <Input, Answer>(change: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn: change, meta: { changes: [deliveryKey, ownKey] } });
