import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { sessionSettingsOperations } from "../../../server/domains/sessions/settings/model.ts";
import {
  type RepositorySandboxChange,
  sandboxOperations,
} from "../../../server/domains/workspace/sandboxes/model.ts";
import { callApi } from "../../lib/client.ts";
import { sessionKeys } from "../sessions/session-cache.ts";

const queryKey = ["sandboxes"];

export const useSandboxes = () =>
  useQuery(
    queryOptions({
      queryKey,
      queryFn: ({ signal }) => callApi(sandboxOperations.getSandboxes, {}, { signal }),
      refetchOnWindowFocus: true,
    }),
  );

export const useSaveRepositorySandbox = () =>
  useMutation({
    mutationFn: (body: RepositorySandboxChange) => callApi(sandboxOperations.saveRepositorySandbox, { body }),
    meta: { changes: [queryKey, sessionKeys.details, sessionKeys.lists] },
  });

/** Null for no wish of the session's own. */
export const changeSandbox = (id: number, sandbox: string | null) =>
  callApi(sessionSettingsOperations.changeSandbox, { params: { id: String(id) }, body: { sandbox } });
