import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cliOperations } from "../../../../server/domains/agents/clis/model.ts";
import { callApi } from "../../../lib/client.ts";
import { toastError } from "../../../ui/toasts.ts";
import { stoppedBy } from "./view-model.ts";

const clisKey = ["clis"];
const doctorKey = ["doctor"];
const lookingMs = 700;
/** A look starts each CLI once; one that takes longer hangs, or is not begun. */
const overdueMs = 20_000;

/** The agent CLIs as last seen; asked again while the first look is under way and the service answers. */
export const useClis = () =>
  useQuery({
    queryKey: clisKey,
    queryFn: ({ signal }) => callApi(cliOperations.getCliStatus, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.cli_status.loading === true && state.status === "success" ? lookingMs : false,
  });

export const useDoctor = () =>
  useQuery({
    queryKey: doctorKey,
    queryFn: ({ signal }) => callApi(cliOperations.getDoctor, {}, { signal }),
    staleTime: 0,
  });

/** Whether something has gone on for longer than it should. */
function useOverdue(isUnderWay: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setOverdue(true), overdueMs);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isUnderWay]);
  return isOverdue;
}

/** How the look at the agents goes, and what keeps it from ending. */
export function useAgentCheck() {
  const clis = useClis();
  const { mutate, isPending } = useLookAgain();
  const isUnderWay = clis.data?.cli_status.loading === true;
  const isOverdue = useOverdue(isUnderWay);
  const stopped = clis.data === undefined ? null : stoppedBy(clis.error, isOverdue);
  const lookAgain = (): void =>
    mutate(undefined, { onError: (error) => toastError("Could not check this machine", error) });
  return {
    clis,
    /** Why nothing new comes, in sentences; null while all goes well. */
    stopped,
    looking: isPending || (isUnderWay && stopped === null),
    asking: isPending || (clis.error !== null && clis.isFetching),
    lookAgain,
    /** A service that does not answer is asked what it knows; one that does, to look. */
    tryAgain: () => (clis.error === null ? lookAgain() : void clis.refetch()),
  };
}

/** Looks at everything anew: what was known is forgotten, so that the page shows when the look is over. */
const useLookAgain = () =>
  useMutation({
    mutationFn: () => callApi(cliOperations.clearCliCache, {}),
    meta: { changes: [clisKey, doctorKey] },
  });
