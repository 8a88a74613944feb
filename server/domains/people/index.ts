export { type PeopleService, type Person, peopleService, type Words } from "./service.ts";
