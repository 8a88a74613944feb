import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  noDefaults,
  type SessionDefaults,
  type SessionDefaultsAnswer,
  sessionDefaultOperations,
} from "../../../server/domains/session-defaults/model.ts";
import { call } from "../../lib/client.ts";
import { holdAnswer } from "../../lib/hold-answer.ts";

const queryKey = ["session_defaults"];

export type DefaultsChange = (chosen: SessionDefaults) => SessionDefaults;

/**
 * Takes effect with the next session; the form for new sessions reads it anew. All defaults are sent, so one change
 * waits for the other and is made to what that left.
 */
export function useSaveDefaults() {
  const client = useQueryClient();
  return useMutation({
    mutationFn(change: DefaultsChange) {
      const chosen = client.getQueryData<SessionDefaultsAnswer>(queryKey)?.chosen ?? noDefaults;
      return call(sessionDefaultOperations.saveSessionDefaults, { body: change(chosen) });
    },
    scope: { id: "session-defaults" },
    async onSuccess(answer) {
      await holdAnswer(client, queryKey, answer);
      // The catalog's answer names the runtime that holds where nobody says.
      await client.invalidateQueries({ queryKey: ["configs"] });
    },
  });
}
