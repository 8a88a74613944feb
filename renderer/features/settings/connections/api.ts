import { useMutation, useQuery } from "@tanstack/react-query";
import { oauthGrantOperations, type Privilege } from "../../../../server/domains/access/oauth/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["oauth-grants"];

/** Fetched again whenever the page is shown, because programs connect and are used elsewhere. */
export const useConnections = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(oauthGrantOperations.listOauthGrants, {}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

const at = (id: number) => ({ params: { id: String(id) } });

interface PrivilegeWish {
  id: number;
  privilege: Privilege;
}

export const useSetPrivilege = () =>
  useConnectionChange(({ id, privilege }: PrivilegeWish) =>
    callApi(oauthGrantOperations.updateOauthGrant, { ...at(id), body: { privilege } }),
  );

export const useRevokeConnection = () =>
  useConnectionChange((id: number) => callApi(oauthGrantOperations.revokeOauthGrant, at(id)));

const useConnectionChange = <Change>(change: (input: Change) => Promise<{ message: string }>) =>
  useMutation({ mutationFn: change, meta: { changes: [queryKey] } });
