export { type AppSetting, type AppSettings, appSettingService } from "./service.ts";
