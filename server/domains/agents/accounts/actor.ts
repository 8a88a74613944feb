import type { Actor } from "../../../http/caller.ts";

/** R166: who did it, for the rotation log. */
export function actorOf(by: Actor): string {
  switch (by.kind) {
    case "native":
      return `${by.person.email} via the mobile app`;
    case "board":
      return by.person?.email ?? "the board";
    default:
      return by.kind;
  }
}
