import { useMutation } from "@tanstack/react-query";
import { turnOperations } from "../../../server/domains/turns/turns/model.ts";
import { callApi } from "../../lib/client.ts";

/** Ends one task that works in the background; the live updates then leave it out. */
export const useStopTask = (sessionId: number) =>
  useMutation({
    mutationFn: (task: string) =>
      callApi(turnOperations.stopBackgroundTask, { params: { id: String(sessionId), task } }),
  });
