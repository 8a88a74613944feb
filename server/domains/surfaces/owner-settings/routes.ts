import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { appSettingOperations } from "./model.ts";
import type { OwnerSettingService } from "./service.ts";

export const ownerSettingRoutes = (settings: OwnerSettingService): Endpoint[] =>
  endpoints(appSettingOperations, {
    getAppSettings: () => ({ app_settings: settings.current() }),
    changeAppSettings: ({ body }, { actor }) => ({ app_settings: settings.change(body, actor) }),
  });
