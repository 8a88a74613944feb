import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type NotificationPreferences,
  preferenceOperations,
} from "../../../server/domains/notifications/model.ts";
import { pushOperations } from "../../../server/domains/push/model.ts";
import { call } from "../../lib/client.ts";

const preferencesKey = ["notification-preferences"];
const deliveryKey = ["push-delivery"];
const at = (id: number) => ({ params: { id: String(id) } });

export const usePreferences = () =>
  useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call(preferenceOperations.getNotificationPreferences, {}, { signal }),
    staleTime: 0,
  });

/** A choice shows at once and goes back where it is refused. */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationPreferences) =>
      call(preferenceOperations.saveNotificationPreferences, { body }),
    // One after the other, so that the last choice stands; a reading that runs would show the one before.
    scope: { id: "notification-preferences" },
    mutationKey: preferencesKey,
    async onMutate(preferences) {
      await client.cancelQueries({ queryKey: preferencesKey });
      client.setQueryData(preferencesKey, { preferences });
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: preferencesKey }) > 1) return;
      return client.invalidateQueries({ queryKey: preferencesKey });
    },
  });
}

export const useDelivery = () =>
  useQuery({
    queryKey: deliveryKey,
    queryFn: ({ signal }) => call(pushOperations.getPushDelivery, {}, { signal }),
    staleTime: 0,
  });

export const fetchPushKey = async (): Promise<string> =>
  (await call(pushOperations.getWebPushKey, {})).public_key;
export const removeBrowser = (id: number) => call(pushOperations.removeBrowser, at(id));
export const removePhone = (id: number) => call(pushOperations.removePhone, at(id));
export const sendTest = () => call(pushOperations.testPushDelivery, {});

export const subscribeBrowser = ({ endpoint, keys }: PushSubscriptionJSON) =>
  call(pushOperations.subscribeBrowser, {
    body: { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } },
  });

/** Reads again who is told. */
export function useDeliveryChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: deliveryKey }),
  });
}
