import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import type { Actor } from "../../../http/caller.ts";
import { deploymentReader, identityService } from "./index.ts";
import type { Deployment, WebSignIn } from "./model.ts";

const deployment: Deployment = {
  git: { commit_sha: null, commit_short: null, branch: null, commit_date: null },
  environment: { rails_env: "test", ruby_version: "Node.js", rails_version: "Signalbox" },
};
const signIn: WebSignIn = {
  email: "ada@example.org",
  name: "Ada",
  last_signed_in_at: "2026-06-01T12:00:00Z",
  totp_required: true,
  totp_enrolled_at: null,
  recovery_codes_remaining: 10,
};
const person = { email: "Ada@Example.org", name: "Ada" };
const phone: Actor = { kind: "native", grantId: 7, clientName: "Phone", person, actsAsHuman: true };
const relay: Actor = { ...phone, actsAsHuman: false };
const key: Actor = { kind: "api_key", id: 3, name: "laptop", source: "minted", grant: "api" };

function openIdentity() {
  const logged: string[] = [];
  const end = vi.fn<(email: string) => number>(() => 2);
  const revokeConnection = vi.fn<(grantId: number, by: Actor) => void>();
  const identity = identityService({
    log: pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line).msg) }),
    owner: () => ({ name: "Grace", email: null, source: "profile" }),
    webSignIns: { of: (email) => (email === signIn.email ? signIn : null), end },
    revokeConnection,
    deployment: async () => deployment,
  });
  return { identity, logged, end, revokeConnection };
}

describe("me", () => {
  it.each<[string, Actor, object, WebSignIn | null]>([
    [
      "a phone that acts as its person",
      phone,
      {
        authenticated_as: "native_app",
        email: "Ada@Example.org",
        privilege: "act_as_human",
        acts_as_you: true,
        grant_id: 7,
      },
      signIn,
    ],
    [
      "a phone that only relays",
      relay,
      {
        authenticated_as: "native_app",
        email: "Ada@Example.org",
        privilege: "relay_only",
        acts_as_you: false,
        grant_id: 7,
      },
      null,
    ],
    [
      "an API key, which has no person behind it",
      key,
      {
        authenticated_as: "api_key",
        api_key: { id: 3, name: "laptop", source: "minted", grant: "api" },
      },
      null,
    ],
    [
      "the board of a person who is signed in",
      { kind: "board", person },
      { authenticated_as: "board", email: "Ada@Example.org", name: "Ada", acts_as_you: true },
      signIn,
    ],
    [
      "the board of the machine's owner",
      { kind: "board" },
      { authenticated_as: "board", email: null, name: "Grace", acts_as_you: true },
      null,
    ],
  ])("describes %s", async (_title, actor, me, web_sign_in) => {
    expect(await openIdentity().identity.me(actor)).toEqual({ me, web_sign_in, deployment });
  });
});

describe("signing out everywhere", () => {
  it("ends the sign-ins of the caller's address and revokes the calling connection", () => {
    const { identity, logged, end, revokeConnection } = openIdentity();
    expect(identity.signOutEverywhere(phone)).toMatchObject({
      signed_out_everywhere: true,
      web_sign_ins_ended: 2,
      this_connection_revoked: true,
    });
    expect(end).toHaveBeenCalledExactlyOnceWith("ada@example.org");
    expect(revokeConnection).toHaveBeenCalledExactlyOnceWith(7, phone);
    expect(logged).toEqual(["[identity] Ada through Phone signed out everywhere; 2 web sign-ins ended"]);
  });

  it("is refused on a board without web sign-in", () => {
    const { identity, end } = openIdentity();
    expect(() => identity.signOutEverywhere({ kind: "board" })).toThrow(
      expect.objectContaining({ status: 422 }),
    );
    expect(end).not.toHaveBeenCalled();
  });
});

describe("the deployment", () => {
  const environment = deployment.environment;

  it("is read from git once", async () => {
    const git = vi.fn<(args: readonly string[]) => Promise<string>>(async ([what]) =>
      what === "log" ? "aaaabbbb\naaaa\n2026-06-01T12:00:00+02:00" : "main",
    );
    const read = deploymentReader({ environment, git });
    const expected = {
      git: {
        commit_sha: "aaaabbbb",
        commit_short: "aaaa",
        commit_date: "2026-06-01T12:00:00+02:00",
        branch: "main",
      },
      environment,
    };
    expect(await Promise.all([read(), read()])).toEqual([expected, expected]);
    expect(git).toHaveBeenCalledTimes(2);
  });

  it("has no commit outside a repository, and no branch on a detached HEAD", async () => {
    expect(await deploymentReader({ environment, git: async () => null })()).toEqual(deployment);
    const detached = async ([what]: readonly string[]) => (what === "log" ? "a\nb\nc" : null);
    expect((await deploymentReader({ environment, git: detached })()).git.branch).toBeNull();
  });
});
