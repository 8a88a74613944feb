import { expect, it } from "vitest";
import { describeStatus, type KnownCli, type Sighting } from "./rules.ts";

const cli = (id: string): KnownCli => ({
  id,
  name: id.toUpperCase(),
  installInstructions: "Install it.",
  authInstructions: "Sign in.",
  installCommand: "get it",
  signInCommand: "it login",
  envVarName: null,
});
const ready: Sighting = { version: "1.2.3", missing: null, authenticated: true, authMethod: "api_key" };
const signedOut: Sighting = { ...ready, authenticated: false, authMethod: null };
const absent: Sighting = { ...signedOut, version: null, missing: "Not on PATH: install it." };
const seen = (sightings: Record<string, Sighting>) =>
  describeStatus(["a", "b"].map(cli), {
    at: "2026-11-21T10:00:00Z",
    sightings: new Map(Object.entries(sightings)),
  });

it("knows nothing before the first look, and says so", () => {
  const status = describeStatus([cli("a")], null);
  expect(status).toMatchObject({
    all_authenticated: null,
    unauthenticated_count: 0,
    generated_at: null,
    loading: true,
  });
  expect(status.tools["a"]).toMatchObject({ name: "A", installed: null, authenticated: null, loading: true });
});

it.each<[string, Record<string, Sighting>, boolean, number]>([
  ["all are signed in", { a: ready, b: ready }, true, 0],
  ["one is signed out", { a: ready, b: signedOut }, false, 1],
  ["the one that is signed out is not even installed", { a: ready, b: absent }, true, 0],
])("counts who is to sign in when %s", (_title, sightings, all, count) => {
  const status = seen(sightings);
  expect(status).toMatchObject({ all_authenticated: all, unauthenticated_count: count });
  expect(status).not.toHaveProperty("loading");
});

it("says why a CLI cannot be used in place of the general instructions", () => {
  expect(seen({ a: ready, b: absent }).tools).toMatchObject({
    a: { installed: true, install_instructions: "Install it." },
    b: { installed: false, install_instructions: "Not on PATH: install it." },
  });
});

it("names the command that mends what is missing, and none where it would not", () => {
  const toInstall: Sighting = { ...absent, missing: "Not on PATH. Install it with: get it" };
  expect(seen({ a: toInstall, b: signedOut }).tools).toMatchObject({
    a: { install_command: "get it" },
    b: { install_command: null, auth_command: "it login" },
  });
  expect(seen({ a: absent, b: ready }).tools).toMatchObject({
    a: { install_command: null },
    b: { auth_command: null },
  });
});
