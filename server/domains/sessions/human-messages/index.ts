export { type HumanMessageService, humanMessageService, type Person } from "./service.ts";
