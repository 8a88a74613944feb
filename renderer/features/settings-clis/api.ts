import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { cliOperations } from "../../../server/domains/clis/model.ts";
import { call } from "../../lib/client.ts";

const clisKey = ["clis"];
const doctorKey = ["doctor"];
const lookingMs = 700;

/** The agent CLIs as last seen; asked again while the first look is under way. */
export const useClis = () =>
  useQuery({
    queryKey: clisKey,
    queryFn: ({ signal }) => call(cliOperations.getCliStatus, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.cli_status.loading === true ? lookingMs : false),
  });

export const useDoctor = () =>
  useQuery({
    queryKey: doctorKey,
    queryFn: ({ signal }) => call(cliOperations.getDoctor, {}, { signal }),
    staleTime: 0,
  });

/** Looks at everything anew: what was known is forgotten, so that the page shows when the look is over. */
export function useLookAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(cliOperations.clearCliCache, {}),
    onSuccess: () =>
      Promise.all([clisKey, doctorKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
