import { useQuery } from "@tanstack/react-query";
import { diskSpaceOperations } from "../../../server/domains/installation/disk-space/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

/** An event says when space runs out and when there is enough again; meanwhile the numbers are read each few seconds. */
export const useDiskSpace = () =>
  useQuery({
    queryKey: liveKeys.diskSpace,
    queryFn: ({ signal }) => callApi(diskSpaceOperations.getDiskSpace, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.low ? 5_000 : false),
    refetchOnWindowFocus: true,
    retry: false,
  });
