import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import { identityRefusal } from "./errors.ts";
import type { Deployment, Me, Owner, WebSignIn } from "./model.ts";

export type IdentityService = ReturnType<typeof identityService>;

/** Web sign-ins by email address; there are none while web sign-in is off. */
export interface WebSignIns {
  of(email: string): WebSignIn | null;
  /** Ends all sign-ins of this address, its trusted browsers and live updates. Returns the number of sign-ins. */
  end(email: string): number;
}

export interface SignedOut {
  signed_out_everywhere: true;
  web_sign_ins_ended: number;
  this_connection_revoked: true;
  message: string;
}

/** Describes the caller and signs them out. */
export function identityService(deps: {
  log: Logger;
  owner(): Owner;
  webSignIns: WebSignIns;
  revokeConnection(grantId: number, by: Actor): void;
  deployment(): Promise<Deployment>;
}) {
  const { log, webSignIns } = deps;

  function describe(actor: Actor): Me {
    switch (actor.kind) {
      case "native":
        return {
          authenticated_as: "native_app",
          email: actor.person.email,
          privilege: actor.actsAsHuman ? "act_as_human" : "relay_only",
          acts_as_you: actor.actsAsHuman,
          grant_id: actor.grantId,
        };
      case "api_key": {
        const { id, name, source, grant } = actor;
        return { authenticated_as: "api_key", api_key: { id, name, source, grant } };
      }
      default: {
        const { name, email } = actor.kind === "board" && actor.person ? actor.person : deps.owner();
        return { authenticated_as: "board", email, name, acts_as_you: true };
      }
    }
  }

  return {
    async me(actor: Actor): Promise<{ me: Me; web_sign_in: WebSignIn | null; deployment: Deployment }> {
      const email = emailOf(actor);
      return {
        me: describe(actor),
        web_sign_in: email === null ? null : webSignIns.of(email),
        deployment: await deps.deployment(),
      };
    },

    /** E79. Other connections of the same person stay, because they are other phones (R225). */
    signOutEverywhere(actor: Actor): SignedOut {
      const email = emailOf(actor);
      if (email === null) throw identityRefusal("nobody_signed_in");
      const ended = webSignIns.end(email);
      if (actor.kind === "native") deps.revokeConnection(actor.grantId, actor);
      log.warn(`[identity] ${actorName(actor)} signed out everywhere; ${ended} web sign-ins ended`);
      return {
        signed_out_everywhere: true,
        web_sign_ins_ended: ended,
        this_connection_revoked: true,
        message: "You are signed out everywhere. Other phones stay connected.",
      };
    },
  };
}

/** The address whose web sign-ins this caller may see and end: their own, and none for a connection that only relays. */
function emailOf(actor: Actor): string | null {
  if (actor.kind === "native" && actor.actsAsHuman) return actor.person.email.toLowerCase();
  return actor.kind === "board" ? (actor.person?.email.toLowerCase() ?? null) : null;
}
