import { useQuery } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { changeKeys, listPullRequests } from "./api.ts";

/** About as often as the service polls an active pull request. */
const pollEveryMs = 30_000;

/** The pull requests of the session, as last loaded. */
export const usePullRequests = ({ id }: Session) =>
  useQuery({
    queryKey: changeKeys.pullRequests(id),
    queryFn: ({ signal }) => listPullRequests(id, { signal }),
    refetchInterval: pollEveryMs,
    refetchOnMount: "always",
  });
