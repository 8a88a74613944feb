export { type ExperimentalSettingService, experimentalSettingService } from "./service.ts";
