import { useMutation, useQuery } from "@tanstack/react-query";
import { foreignOwnerOperations } from "../../../server/domains/workspace/foreign-owners/model.ts";
import { callApi } from "../../lib/client.ts";

const queryKey = ["foreign-repository"];

/** Whether git leaves the repository unread because another user owns it, and whether that is to be changed here. */
export const useForeignRepository = (gitRoot: string) =>
  useQuery({
    queryKey: [...queryKey, gitRoot],
    queryFn: ({ signal }) =>
      callApi(foreignOwnerOperations.checkForeignRepository, { query: { git_root: gitRoot } }, { signal }),
    staleTime: 0,
  });

export const useReadForeign = () =>
  useMutation({
    mutationFn: (gitRoot: string) =>
      callApi(foreignOwnerOperations.readForeignRepository, { body: { git_root: gitRoot } }),
    meta: { changes: [queryKey] },
  });
