import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type ChosenNotices,
  noticeOperations,
  type PullRequestNotices,
} from "../../../server/domains/review/pull-requests/model.ts";
import { callApi } from "../../lib/client.ts";

const all = ["pull_request_notices"];

export const useNoticeDefaults = () =>
  useQuery({
    queryKey: [...all, "defaults"],
    queryFn: ({ signal }) => callApi(noticeOperations.getNoticeDefaults, {}, { signal }),
  });

export const useSaveNoticeDefaults = () =>
  useMutation({
    mutationFn: (body: PullRequestNotices) => callApi(noticeOperations.saveNoticeDefaults, { body }),
    scope: { id: "pull-request-notices" },
    meta: { changes: [all] },
  });

export const useSessionNotices = (id: number) =>
  useQuery({
    queryKey: [...all, id],
    queryFn: ({ signal }) =>
      callApi(noticeOperations.getSessionNotices, { params: { id: String(id) } }, { signal }),
  });

export const useChangeSessionNotices = (id: number) =>
  useMutation({
    mutationFn: (body: Partial<ChosenNotices>) =>
      callApi(noticeOperations.changeSessionNotices, { params: { id: String(id) }, body }),
    scope: { id: `pull-request-notices-${id}` },
    meta: { changes: [all] },
  });
