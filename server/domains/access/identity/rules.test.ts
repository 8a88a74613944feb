import { expect, it } from "vitest";
import { decideOwner } from "./rules.ts";

const nothing = { profile: null, environment: { name: null, email: null }, account: null };
const profile = { name: "Ada", email: "ada@example.org" };
const environment = { name: "Grace", email: "Grace@Example.org" };

it.each([
  [
    "takes the profile before all",
    { profile, environment, account: "root" },
    { ...profile, source: "profile" },
  ],
  [
    "takes a profile without an address as it is",
    { ...nothing, profile: { name: "Ada", email: null }, environment },
    { name: "Ada", email: null, source: "profile" },
  ],
  [
    "takes the environment next, its address in small letters",
    { ...nothing, environment, account: "root" },
    { name: "Grace", email: "grace@example.org", source: "environment" },
  ],
  [
    "calls the person by the address where the environment has nothing else",
    { ...nothing, environment: { name: null, email: "Grace@Example.org" } },
    { name: "Grace@Example.org", email: "grace@example.org", source: "environment" },
  ],
  [
    "takes the account's name last",
    { ...nothing, account: "ada1" },
    { name: "ada1", email: null, source: "account" },
  ],
  ["knows nobody where no place says anything", nothing, { name: null, email: null, source: "nobody" }],
] as const)("%s", (_title, sources, expected) => {
  expect(decideOwner(sources)).toEqual(expected);
});
