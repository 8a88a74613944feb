export { type PeopleService, type Person, peopleService } from "./service.ts";
