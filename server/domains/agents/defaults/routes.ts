import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { appSettingOperations, sessionDefaultOperations } from "./model.ts";
import type { SessionDefaultsService } from "./service.ts";

export const sessionDefaultRoutes = (defaults: SessionDefaultsService): Endpoint[] => [
  ...endpoints(sessionDefaultOperations, {
    getSessionDefaults: () => defaults.current(),
    saveSessionDefaults: ({ body }, { actor }) => defaults.save(body, actor),
  }),
  ...endpoints(appSettingOperations, {
    getAppSettings: () => ({ app_settings: defaults.appSettings() }),
    changeAppSettings: ({ body }, { actor }) => ({ app_settings: defaults.change(body, actor) }),
  }),
];
