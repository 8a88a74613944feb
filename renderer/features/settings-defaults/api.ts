import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type SessionDefaults,
  sessionDefaultOperations,
} from "../../../server/domains/session-defaults/model.ts";
import { call } from "../../lib/client.ts";

/** Takes effect with the next session; the form for new sessions reads it anew. */
export function useSaveDefaults() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SessionDefaults) => call(sessionDefaultOperations.saveSessionDefaults, { body }),
    async onSuccess(answer) {
      client.setQueryData(["session_defaults"], answer);
      // The catalog's answer names the runtime that holds where nobody says.
      await client.invalidateQueries({ queryKey: ["configs"] });
    },
  });
}
