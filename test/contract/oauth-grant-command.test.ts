import { execFile } from "node:child_process";
import { link, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OauthGrant } from "../../server/domains/access/oauth/model.ts";
import { refresh, type Tokens } from "../support/oauth.ts";
import { startTestService, type TestService } from "../support/service.ts";

const cli = join(import.meta.dirname, "../../server/cli.ts");

/** Runs `signalbox grant` in a process of its own, on the data of a service. */
function grant(folder: string, ...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const env = { PATH: process.env["PATH"], SERVICE_DATA_DIR: join(folder, "data") };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, "grant", ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

async function grantsSeen(service: TestService, token: string): Promise<OauthGrant[] | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const options = { key: null, headers };
  const { body } = await service.call<{ oauth_grants?: OauthGrant[] }>(
    "GET",
    "/oauth_grants",
    undefined,
    options,
  );
  return body.oauth_grants;
}

test("signalbox grant connects a person while the service is running", async () => {
  await using service = await startTestService();
  const asked = ["--email", "Ada@Example.org", "--name", "Ada", "--privilege", "act_as_human"];
  const { code, out, err } = await grant(service.folder, ...asked);
  expect([code, err]).toEqual([0, ""]);
  const made = JSON.parse(out) as Tokens & { grant_id: number };
  expect(Object.keys(made).sort()).toEqual(["access_token", "grant_id", "refresh_token"]);
  expect(await grantsSeen(service, made.access_token)).toEqual([
    expect.objectContaining({
      id: made.grant_id,
      user_email: "ada@example.org",
      client_label: "Made by signalbox grant",
      first_party: true,
      acts_as_you: true,
      current: true,
    }),
  ]);
  const next = await refresh(service, "signalbox", made.refresh_token);
  expect(next.status).toBe(200);
  expect(await grantsSeen(service, String(next.body["access_token"]))).toHaveLength(1);
});

test("signalbox grant asks a running service, and opens no database itself", async () => {
  await using service = await startTestService();
  const folder = await mkdtemp(join(tmpdir(), "signalbox-grant-"));
  const socket = join("data", "run", "owner.sock");
  await mkdir(join(folder, "data", "run"), { recursive: true, mode: 0o700 });
  await link(join(service.folder, socket), join(folder, socket));
  const { code, out, err } = await grant(folder, "--email", "ada@example.org", "--privilege", "relay_only");
  expect([code, err]).toEqual([0, ""]);
  const made = JSON.parse(out) as Tokens;
  expect((await grantsSeen(service, made.access_token))?.[0]?.privilege).toBe("relay_only");
  expect(await readdir(join(folder, "data"))).toEqual(["run"]);
});

test("signalbox grant works before the service's first start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-grant-"));
  const { out } = await grant(folder, "--email", "ada@example.org", "--privilege", "relay_only");
  await using service = await startTestService({ folder });
  const made = JSON.parse(out) as Tokens;
  expect((await grantsSeen(service, made.access_token))?.[0]?.privilege).toBe("relay_only");
});

test.each([
  [[]],
  [["--email", "ada@example.org"]],
  [["--email", "ada", "--privilege", "relay_only"]],
  [["--email", "ada@example.org", "--privilege", "root"]],
  [["--email", "ada@example.org", "--privilege", "relay_only", "--for", "ever"]],
])("signalbox grant %j prints its usage and leaves nothing behind", async (args) => {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-grant-"));
  const { code, out, err } = await grant(folder, ...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("Usage: signalbox grant");
});

test("signalbox grant refuses a folder that is not a data folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-grant-"));
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "signalbox.db"), "a file that is not a database");
  const { code, out, err } = await grant(folder, "--email", "ada@example.org", "--privilege", "relay_only");
  expect([code, out]).toEqual([1, ""]);
  expect(err.trim()).toMatch(/^Could not use \S+data \(file is not a database\)\. Set SERVICE_DATA_DIR/);
});
