import { useMutation, useQuery } from "@tanstack/react-query";
import { identityOperations, type OwnerProfile } from "../../../../server/domains/access/identity/model.ts";
import { call } from "../../../lib/client.ts";

const queryKey = ["owner"];

export const useOwner = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(identityOperations.getOwner, {}, { signal }) });

/** Who looks at this page, which with a sign-in or on a paired phone need not be the owner of the machine. */
export const useMe = (enabled = true) =>
  useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => call(identityOperations.getMe, {}, { signal }),
    enabled,
  });

/** What git calls the person; asked only where it is about to be offered. */
export const useOwnerSuggestion = (enabled: boolean) =>
  useQuery({
    queryKey: ["owner", "suggestion"],
    queryFn: ({ signal }) => call(identityOperations.suggestOwner, {}, { signal }),
    enabled,
  });

export const useSaveOwner = () =>
  useMutation({
    mutationFn: (profile: OwnerProfile) => call(identityOperations.saveOwner, { body: profile }),
    meta: { changes: [queryKey] },
  });
