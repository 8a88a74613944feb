import { useMutation, useQuery } from "@tanstack/react-query";
import { connectorOperations } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["connectors"];

/** Fetched again whenever the page opens, because the catalog and the sign-ins change elsewhere. */
export const useConnectors = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(connectorOperations.listConnectors, {}, { signal }),
    staleTime: 0,
  });

/** Leaves the board and comes back to `returnTo` after the sign-in. */
export function useSignIn(returnTo: string) {
  return useMutation({
    mutationFn: (serverName: string) =>
      callApi(connectorOperations.beginConnectorSignIn, {
        body: { server_name: serverName, return_to: returnTo },
      }),
    onSuccess: ({ authorization_url }) => location.assign(authorization_url),
  });
}

export const useSignOut = () =>
  useMutation({
    mutationFn: (serverName: string) =>
      callApi(connectorOperations.endConnectorSignIn, { body: { server_name: serverName } }),
    meta: { changes: [queryKey] },
  });
