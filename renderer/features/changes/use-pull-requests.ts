import { useQuery } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { changeKeys, listPullRequests } from "./api.ts";

/** About as often as the service itself reads one that is at work. */
const askEveryMs = 30_000;

/** What the session opened, as it was last read. */
export const usePullRequests = ({ id }: Session) =>
  useQuery({
    queryKey: changeKeys.pullRequests(id),
    queryFn: ({ signal }) => listPullRequests(id, { signal }),
    refetchInterval: askEveryMs,
    refetchOnMount: "always",
  });
