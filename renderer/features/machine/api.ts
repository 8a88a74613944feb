import { useMutation, useQuery } from "@tanstack/react-query";
import { type OpenerKind, openerOperations } from "../../../server/domains/review/editors/model.ts";
import { resourceOperations } from "../../../server/domains/turns/process-usage/model.ts";
import { callApi } from "../../lib/client.ts";
import { toastError } from "../../ui/toasts.ts";
import { text } from "./text.ts";

const everyMs = 3_000;

/** The process usage of a session, polled only while the page is visible. */
export const useResources = (sessionId: number) =>
  useQuery({
    queryKey: ["resources", sessionId],
    queryFn: ({ signal }) =>
      callApi(resourceOperations.getAgentResources, { params: { id: String(sessionId) } }, { signal }),
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    gcTime: 0,
  });

/** The editors on this machine; none if the board is open elsewhere. */
export const useEditors = () =>
  useQuery({
    queryKey: ["clone-openers"],
    queryFn: ({ signal }) => callApi(openerOperations.listCloneOpeners, {}, { signal }),
    select: ({ openers }) => openers,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Opens a session's clone in an editor on this machine. */
export const useOpenInEditor = (sessionId: number) =>
  useMutation({
    mutationFn: (kind: OpenerKind) =>
      callApi(openerOperations.openClone, { params: { id: String(sessionId) }, body: { kind } }),
    onError: (error) => toastError(text.openClone.failed, error),
  });
