export { type GitSettingService, gitSettingService } from "./service.ts";
