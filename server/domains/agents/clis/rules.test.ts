import { expect, it } from "vitest";
import { type CliState, describeStatus, type KnownCli } from "./rules.ts";

const cli = (id: string): KnownCli => ({
  id,
  name: id.toUpperCase(),
  installInstructions: "Install it.",
  authInstructions: "Sign in.",
  installCommand: "get it",
  signInCommand: "it login",
  envVarName: null,
});
const ready: CliState = { version: "1.2.3", missing: null, authenticated: true, authMethod: "api_key" };
const signedOut: CliState = { ...ready, authenticated: false, authMethod: null };
const absent: CliState = { ...signedOut, version: null, missing: "Not on PATH: install it." };
const seen = (states: Record<string, CliState>) =>
  describeStatus(["a", "b"].map(cli), {
    at: "2026-11-21T10:00:00Z",
    states: new Map(Object.entries(states)),
  });

it("reports that it is loading before the first check", () => {
  const status = describeStatus([cli("a")], null);
  expect(status).toMatchObject({
    all_authenticated: null,
    unauthenticated_count: 0,
    generated_at: null,
    loading: true,
  });
  expect(status.tools["a"]).toMatchObject({ name: "A", installed: null, authenticated: null, loading: true });
});

it.each<[string, Record<string, CliState>, boolean, number]>([
  ["all are signed in", { a: ready, b: ready }, true, 0],
  ["one is signed out", { a: ready, b: signedOut }, false, 1],
  ["the one that is signed out is not installed either", { a: ready, b: absent }, true, 0],
])("counts the CLIs to sign in to when %s", (_title, states, all, count) => {
  const status = seen(states);
  expect(status).toMatchObject({ all_authenticated: all, unauthenticated_count: count });
  expect(status).not.toHaveProperty("loading");
});

it("explains why a CLI cannot be used instead of giving general instructions", () => {
  expect(seen({ a: ready, b: absent }).tools).toMatchObject({
    a: { installed: true, install_instructions: "Install it." },
    b: { installed: false, install_instructions: "Not on PATH: install it." },
  });
});

it("names the install command only where it helps", () => {
  const toInstall: CliState = { ...absent, missing: "Not on PATH. Install it with: get it" };
  expect(seen({ a: toInstall, b: signedOut }).tools).toMatchObject({
    a: { install_command: "get it" },
    b: { install_command: null, auth_command: "it login" },
  });
  expect(seen({ a: absent, b: ready }).tools).toMatchObject({
    a: { install_command: null },
    b: { auth_command: null },
  });
});
