import { expect, it } from "vitest";
import type { LocatedCli } from "../../../runtimes/runtime.ts";
import { checkClisJob } from "./jobs.ts";
import { cliService } from "./service.ts";

const found: LocatedCli = { kind: "found", command: "/bin/pi", args: [], version: "0.87.1" };

/** A service with one CLI whose answers a test decides. */
function open() {
  const jobs: string[] = [];
  const cli = { locate: async () => found, authenticated: false };
  const clis = cliService({
    clis: [
      {
        id: "pi",
        label: "pi",
        guide: {
          installInstructions: "Install it.",
          authInstructions: "Sign in.",
          installCommand: null,
          signInCommand: null,
          envVarName: "KEY",
        },
        locate: () => cli.locate(),
        signIn: async () => ({
          authenticated: cli.authenticated,
          method: cli.authenticated ? "api_key" : null,
        }),
      },
    ],
    clock: { now: () => 0 },
    jobs: { add: ({ kind }) => jobs.push(kind) },
  });
  return { clis, cli, jobs };
}

it("queues a check on the first request, and no other on its own", async () => {
  const { clis, jobs } = open();
  expect(clis.status()).toMatchObject({ loading: true, tools: { pi: { installed: null } } });
  expect(jobs).toEqual(["clis.look"]);
  expect(checkClisJob.key({})).toBe("clis.look");
  await clis.check();
  expect(clis.status()).toMatchObject({
    generated_at: "1970-01-01T00:00:00Z",
    unauthenticated_count: 1,
    tools: { pi: { installed: true, version: "0.87.1", authenticated: false, env_var_name: "KEY" } },
  });
  expect(jobs).toHaveLength(1);
});

it("answers with the last results while a check is queued, and with nothing once they are cleared", async () => {
  const { clis, cli, jobs } = open();
  await clis.check();
  cli.authenticated = true;
  expect(clis.refresh()).toMatchObject({ unauthenticated_count: 1 });
  await clis.check();
  expect(clis.status()).toMatchObject({ all_authenticated: true, tools: { pi: { auth_method: "api_key" } } });
  clis.forget();
  expect(clis.status()).toMatchObject({ loading: true, generated_at: null });
  expect(jobs).toHaveLength(3);
});

it("checks again if a refresh was requested during a check", async () => {
  const { clis, cli } = open();
  cli.locate = async () => {
    cli.locate = async () => found;
    clis.refresh();
    queueMicrotask(() => {
      cli.authenticated = true;
    });
    return found;
  };
  await clis.check();
  expect(clis.status()).toMatchObject({ all_authenticated: true });
});
