import { type Actor, actorName } from "../../../http/caller.ts";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { liveSettingOperations } from "./model.ts";
import type { LiveSettingService, LiveSettingsActor } from "./service.ts";

/** Only people get here: agents change settings with a tool. */
const person = (actor: Actor): LiveSettingsActor => ({ kind: "human", name: actorName(actor) });

export const liveSettingRoutes = (settings: LiveSettingService): Endpoint[] =>
  endpoints(liveSettingOperations, {
    getLiveSettings: () => settings.current(),
    changeLiveSettings: ({ body }, { actor }) => settings.change(body, person(actor)),
    resetLiveSettings: (_input, { actor }) => settings.reset(person(actor)),
    restoreLiveGuidance: ({ params }, { actor }) =>
      settings.restoreGuidance(Number(params.id), person(actor)),
  });
