import { useMutation } from "@tanstack/react-query";
import {
  type SessionDefaults,
  sessionDefaultOperations,
} from "../../../../server/domains/agents/defaults/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["session_defaults"];

export type DefaultsChange = (chosen: SessionDefaults) => SessionDefaults;

/**
 * Takes effect with the next session; the form for new sessions reads it anew. All defaults are sent, so one change
 * waits for the other and is made to what that, or another page, left.
 */
export const useSaveDefaults = () =>
  useMutation({
    async mutationFn(change: DefaultsChange) {
      const { chosen } = await callApi(sessionDefaultOperations.getSessionDefaults, {});
      return callApi(sessionDefaultOperations.saveSessionDefaults, { body: change(chosen) });
    },
    scope: { id: "session-defaults" },
    // The catalog's answer names the runtime that holds where nobody says.
    meta: { changes: [queryKey, ["configs"]] },
  });
