import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cliOperations } from "../../../../server/domains/agents/clis/model.ts";
import { callApi } from "../../../lib/client.ts";
import { toastError } from "../../../ui/toasts.ts";
import { text } from "./text.ts";
import { checkProblem } from "./view-model.ts";

const clisKey = ["clis"];
const doctorKey = ["doctor"];
const pollMs = 700;
/** A check starts each CLI once. If it takes longer than this, a CLI hangs or the check has not begun. */
const overdueMs = 20_000;

/** The agent CLIs, fetched again until the first check is done. */
export const useClis = () =>
  useQuery({
    queryKey: clisKey,
    queryFn: ({ signal }) => callApi(cliOperations.getCliStatus, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.cli_status.loading === true && state.status === "success" ? pollMs : false,
  });

export const useDoctor = () =>
  useQuery({
    queryKey: doctorKey,
    queryFn: ({ signal }) => callApi(cliOperations.getDoctor, {}, { signal }),
    staleTime: 0,
  });

/** Whether it has been active for too long. */
function useOverdue(isRunning: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setOverdue(true), overdueMs);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isRunning]);
  return isOverdue;
}

/** The state of the agent check, and what stopped it. */
export function useAgentCheck() {
  const clis = useClis();
  const { mutate, isPending } = useCheckAgain();
  const isUnderWay = clis.data?.cli_status.loading === true;
  const isOverdue = useOverdue(isUnderWay);
  const problem = clis.data === undefined ? null : checkProblem(clis.error, isOverdue);
  const checkAgain = (): void =>
    mutate(undefined, { onError: (error) => toastError(text.page.checkFailed, error) });
  return {
    clis,
    /** Why the check stopped, as sentences; null otherwise. */
    problem,
    isChecking: isPending || (isUnderWay && problem === null),
    isFetching: isPending || (clis.error !== null && clis.isFetching),
    checkAgain,
    /** If the service did not answer, fetches its state; otherwise checks again. */
    tryAgain: () => (clis.error === null ? checkAgain() : void clis.refetch()),
  };
}

/** Clears what is known, so that the page shows when the new check is done. */
const useCheckAgain = () =>
  useMutation({
    mutationFn: () => callApi(cliOperations.clearCliCache, {}),
    meta: { changes: [clisKey, doctorKey] },
  });
