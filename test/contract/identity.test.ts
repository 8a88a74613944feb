import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Deployment, Me, Owner, WebSignIn } from "../../server/domains/access/identity/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import type { Session } from "../support/service.ts";
import { type Connection, putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

interface Told {
  me: Me;
  web_sign_in: WebSignIn | null;
  deployment: Deployment;
}

interface Phone {
  grantId: number;
  call: BoardService["call"];
}

/** A phone whose connection Ada approved. */
function connect(privilege: Connection["privilege"]): Phone {
  const token = randomBytes(16).toString("hex");
  const headers = { authorization: `Bearer ${token}` };
  return {
    grantId: putConnection(data.sql, { token, firstParty: true, privilege }),
    call: (method, path, body) => service.call(method, path, body, { key: null, headers }),
  };
}

describe("GET /me", () => {
  proves("E71", "R141")("shows a phone which person it acts for, and how", async () => {
    for (const privilege of ["act_as_human", "relay_only"] as const) {
      const { grantId, call } = connect(privilege);
      const { status, body } = await call<Told>("GET", "/me");
      expect(status).toBe(200);
      expect(body.me).toEqual({
        authenticated_as: "native_app",
        email: "ada@example.org",
        privilege,
        acts_as_you: privilege === "act_as_human",
        grant_id: grantId,
      });
      // Web sign-in is off.
      expect(body.web_sign_in).toBeNull();
    }
  });

  proves("E71", "R141")("shows a key which key it is, and no person", async () => {
    const { body } = await service.call<Told>("GET", "/me");
    expect(body.me).toEqual({
      authenticated_as: "api_key",
      api_key: {
        id: expect.any(Number),
        name: expect.stringMatching(/^env-[0-9a-f]{8}$/),
        source: "env",
        grant: "api",
      },
    });
    expect(body.web_sign_in).toBeNull();
  });

  proves("R141", "X52")("shows what is deployed, with null for unknown values", async () => {
    const { git, environment } = (await service.call<Told>("GET", "/me")).body.deployment;
    expect(environment).toEqual({
      rails_env: "production",
      ruby_version: `Node.js ${process.version}`,
      rails_version: expect.stringMatching(/^Signalbox \d/),
    });
    expect([null, expect.stringMatching(/^[0-9a-f]{40}$/)]).toContainEqual(git.commit_sha);
    if (git.commit_sha !== null) {
      expect(git.commit_sha.startsWith(git.commit_short ?? "-")).toBe(true);
      expect(Date.parse(git.commit_date ?? "")).not.toBeNaN();
    }
  });
});

describe("POST /sign_out_everywhere", () => {
  proves("E79", "R225")("ends the calling connection and keeps other phones", async () => {
    const [one, other] = [connect("act_as_human"), connect("act_as_human")];
    const { status, body } = await one.call("POST", "/sign_out_everywhere");
    expect(status).toBe(200);
    expect(body).toEqual({
      signed_out_everywhere: true,
      web_sign_ins_ended: 0,
      this_connection_revoked: true,
      message: expect.any(String),
    });
    expect((await one.call("GET", "/me")).status).toBe(401);
    expect((await other.call("GET", "/me")).status).toBe(200);
  });

  proves("E79", "R127")("requires a person: a key and a phone that only relays are refused", async () => {
    const relay = connect("relay_only");
    const before = data.dump();
    expect((await relay.call("POST", "/sign_out_everywhere")).status).toBe(403);
    expect((await service.call("POST", "/sign_out_everywhere")).status).toBe(403);
    expect(data.dump()).toBe(before);
  });
});

describe("the owner's profile", () => {
  const owner = async (): Promise<Owner> =>
    (await service.board.call<{ owner: Owner }>("GET", "/owner")).body.owner;

  proves("R52")(
    "uses git's values only once the owner confirms them, and then names the author of messages",
    async () => {
      expect((await owner()).source).not.toBe("profile");
      await mkdir(join(service.folder, "home"), { recursive: true });
      await writeFile(
        join(service.folder, "home/.gitconfig"),
        "[user]\n\tname = Grace Hopper\n\temail = Grace@Example.org\n",
      );
      const offered = await service.board.call("GET", "/owner/suggestion");
      expect(offered.body).toEqual({ name: "Grace Hopper", email: "Grace@Example.org" });
      expect((await owner()).source).not.toBe("profile");
      const saved = await service.board.call<{ owner: Owner }>("PUT", "/owner", offered.body);
      expect(saved.body.owner).toEqual({
        name: "Grace Hopper",
        email: "grace@example.org",
        source: "profile",
      });
      expect(await owner()).toEqual(saved.body.owner);

      const made = await service.board.call<{ session: Session }>("POST", "/sessions", {
        git_root: await service.repository(),
        prompt: "#script say Done.",
      });
      const { body } = await service.call<{ human_messages: object[] }>(
        "GET",
        `/sessions/${made.body.session.id}`,
      );
      expect(body.human_messages).toEqual([
        expect.objectContaining({ author: "grace@example.org", author_display_name: "Grace Hopper" }),
      ]);
    },
  );

  proves("R148")("refuses a blank name and a malformed address", async () => {
    const before = await owner();
    for (const body of [{ name: " ", email: null }, { name: "Ada", email: "ada" }, { name: "Ada" }, {}])
      expect((await service.board.call("PUT", "/owner", body)).status).toBe(422);
    expect(await owner()).toEqual(before);
  });
});
