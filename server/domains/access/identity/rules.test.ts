import { expect, it } from "vitest";
import { decideOwner } from "./rules.ts";

const nothing = { profile: null, environment: { name: null, email: null }, account: null };
const profile = { name: "Ada", email: "ada@example.org" };
const environment = { name: "Grace", email: "Grace@Example.org" };

it.each([
  ["uses the profile first", { profile, environment, account: "root" }, { ...profile, source: "profile" }],
  [
    "uses a profile without an address",
    { ...nothing, profile: { name: "Ada", email: null }, environment },
    { name: "Ada", email: null, source: "profile" },
  ],
  [
    "uses the environment next, with its address in lower case",
    { ...nothing, environment, account: "root" },
    { name: "Grace", email: "grace@example.org", source: "environment" },
  ],
  [
    "uses the address as the name if the environment has no name",
    { ...nothing, environment: { name: null, email: "Grace@Example.org" } },
    { name: "Grace@Example.org", email: "grace@example.org", source: "environment" },
  ],
  [
    "uses the account name last",
    { ...nothing, account: "ada1" },
    { name: "ada1", email: null, source: "account" },
  ],
  ["has no owner if no source has a name", nothing, { name: null, email: null, source: "nobody" }],
] as const)("%s", (_title, sources, expected) => {
  expect(decideOwner(sources)).toEqual(expected);
});
