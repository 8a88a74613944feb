import { useMutation, useQuery } from "@tanstack/react-query";
import { identityOperations, type OwnerProfile } from "../../../../server/domains/access/identity/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["owner"];

export const useOwner = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => callApi(identityOperations.getOwner, {}, { signal }) });

/** The person at this page; with web sign-in or on a paired device, this may not be the owner of the machine. */
export const useMe = (enabled = true) =>
  useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => callApi(identityOperations.getMe, {}, { signal }),
    enabled,
  });

/** The name in the git configuration; fetched only if it is about to be offered. */
export const useOwnerSuggestion = (enabled: boolean) =>
  useQuery({
    queryKey: ["owner", "suggestion"],
    queryFn: ({ signal }) => callApi(identityOperations.suggestOwner, {}, { signal }),
    enabled,
  });

export const useSaveOwner = () =>
  useMutation({
    mutationFn: (profile: OwnerProfile) => callApi(identityOperations.saveOwner, { body: profile }),
    meta: { changes: [queryKey] },
  });
