import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type ExternalApp,
  externalAppOperations,
} from "../../../../server/domains/automation/integrations/model.ts";
import { callApi, type RequestOf } from "../../../lib/client.ts";

const all = ["plugins"];
const lists = [...all, "list"];
const at = (id: number) => ({ params: { id: String(id) } });

export type IntegrationBody = RequestOf<typeof externalAppOperations.createExternalApp>["body"];
type IntegrationChange = NonNullable<RequestOf<typeof externalAppOperations.updateExternalApp>["body"]>;

/** Fetched again whenever the page opens, because integrations are used in the meantime. */
export const useIntegrations = () =>
  useQuery({
    queryKey: lists,
    queryFn: ({ signal }) => callApi(externalAppOperations.listExternalApps, {}, { signal }),
    staleTime: 0,
  });

export const useIntegration = (id: number) =>
  useQuery({
    queryKey: [...all, "one", id],
    queryFn: ({ signal }) => callApi(externalAppOperations.getExternalApp, at(id), { signal }),
    staleTime: 0,
  });

/** Refetches what the change may affect. */
const useIntegrationChange = <Input, Answer>(send: (input: Input) => Promise<Answer>, touched = all) =>
  useMutation({ mutationFn: send, meta: { changes: [touched] }, gcTime: 0 });

/** Registers a new integration if `id` is null. */
export const useSaveIntegration = (id: number | null) =>
  useIntegrationChange((body: IntegrationBody) =>
    id === null
      ? callApi(externalAppOperations.createExternalApp, { body })
      : callApi(externalAppOperations.updateExternalApp, { ...at(id), body }),
  );

export const useChangeIntegration = (id: number) =>
  useIntegrationChange((body: IntegrationChange) =>
    callApi(externalAppOperations.updateExternalApp, { ...at(id), body }),
  );

/** Refetches only the list, because the integration itself is gone. */
export const useDeleteIntegration = () =>
  useIntegrationChange(
    ({ id }: ExternalApp) => callApi(externalAppOperations.deleteExternalApp, at(id)),
    lists,
  );

/** The secret is in the answer only: nothing keeps it after the component is gone. */
export const useCreateIntegrationKey = (id: number) =>
  useIntegrationChange((name: string) =>
    callApi(externalAppOperations.mintExternalAppKey, { ...at(id), body: { name } }),
  );

export const useRevokeIntegrationKey = (id: number) =>
  useIntegrationChange((keyId: number) =>
    callApi(externalAppOperations.revokeExternalAppKey, {
      params: { id: String(id), key_id: String(keyId) },
    }),
  );
