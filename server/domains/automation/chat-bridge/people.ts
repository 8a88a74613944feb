import type { KnownPerson } from "../triggers/index.ts";
import type { BridgeMessage } from "./bridge.ts";

export type People = ReturnType<typeof bridgePeople>;

/** Who wrote a message: people of the bridge's platform have numbers, and people of this board email addresses. */
export function bridgePeople(deps: {
  /** Email addresses by the digits of a number. */
  emails: ReadonlyMap<string, string>;
  /** The person of this board with this email address, by the name that the platform gives; null if there is none. */
  known(email: string, name: string): KnownPerson | null;
}) {
  return {
    /** Null for people who are not of this board. */
    authorOf({ name, number }: Pick<BridgeMessage, "name" | "number">): KnownPerson | null {
      const email = deps.emails.get(number.replace(/\D/g, ""));
      return email === undefined ? null : deps.known(email, name === "" ? email : name);
    },
  };
}
