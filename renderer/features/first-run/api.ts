import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { firstRunOperations } from "../../../server/domains/installation/first-run/model.ts";
import { callApi } from "../../lib/client.ts";
import { mutateSession } from "../sessions/mutate-session.ts";

/** Whether to offer the setup; fetched once for each load of the page. */
export const useFirstRun = (enabled = true) =>
  useQuery({
    queryKey: ["first_run"],
    queryFn: ({ signal }) => callApi(firstRunOperations.getFirstRun, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });

/** Starts a demo session, whose model follows a script. */
export function useDemo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => mutateSession(client, () => callApi(firstRunOperations.startDemoSession, {})),
  });
}
