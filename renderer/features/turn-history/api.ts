import { useQuery } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { turnOperations } from "../../../server/domains/turns/model.ts";
import { call } from "../../lib/client.ts";

/** A session's turns, newest first; asked for anew when the session has moved on. */
export const useTurns = ({ id, status, updated_at }: Session) =>
  useQuery({
    queryKey: ["turns", id, status, status === "running" ? null : updated_at],
    queryFn: ({ signal }) => call(turnOperations.listTurns, { params: { id: String(id) } }, { signal }),
    select: ({ turns }) => turns,
    placeholderData: (before) => before,
  });
