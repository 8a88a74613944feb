import { useMutation } from "@tanstack/react-query";
import {
  type SessionDefaults,
  sessionDefaultOperations,
} from "../../../../server/domains/sessions/defaults/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["session_defaults"];

export type DefaultsChange = (chosen: SessionDefaults) => SessionDefaults;

/** All defaults are sent at once, so changes run one after the other, each based on the one before it. */
export const useSaveDefaults = () =>
  useMutation({
    async mutationFn(change: DefaultsChange) {
      const { chosen } = await callApi(sessionDefaultOperations.getSessionDefaults, {});
      return callApi(sessionDefaultOperations.saveSessionDefaults, { body: change(chosen) });
    },
    scope: { id: "session-defaults" },
    // The answer of the catalog names the default runtime.
    meta: { changes: [queryKey, ["configs"]] },
  });
