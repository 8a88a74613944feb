import { describe, expect, it } from "vitest";
import { isSameRepository, pullRequestLinks, repositoryAt, repositoryOf } from "./link-rules.ts";

const site = { owner: "acme", repo: "my.site" };

describe("the repository of an address", () => {
  it.each([
    "https://github.com/acme/my.site",
    "https://github.com/acme/my.site.git",
    "https://ada@github.com/acme/my.site/",
    "git@github.com:acme/my.site.git",
    "ssh://git@github.com/acme/my.site.git",
    "ssh://git@github.com:22/acme/my.site",
    "acme/my.site",
    "github.com/acme/my.site",
    "https://GitHub.com/acme/my.site",
    "https://ada:secret@github.com/acme/my.site.git",
    "ssh://git@ssh.github.com:443/acme/my.site.git",
  ])("is found in %s", (address) => {
    expect(repositoryOf(address)).toEqual(site);
  });

  it.each([
    "",
    "/srv/site",
    "file:///srv/site",
    "https://git.example/acme/my.site",
    "https://github.com.evil.example/acme/my.site",
    "https://github.com/acme",
    "https://github.com/acme/my.site/tree/main",
    "https://github.com@evil.example/acme/my.site",
    "git@github.com.evil.example:acme/my.site",
    "https://evil.example/github.com/acme/my.site",
    "https://github.com/../user",
    "https://github.com/acme/..",
    "../my.site",
  ])("is none in %s", (address) => {
    expect(repositoryOf(address)).toBeNull();
  });
});

it("takes a name alone for no address", () => {
  for (const name of ["acme/my.site", "github.com/acme/my.site", "../acme/my.site"])
    expect(repositoryAt(name)).toBeNull();
});

it("compares repositories without case", () => {
  expect(isSameRepository(site, { owner: "ACME", repo: "My.Site" })).toBe(true);
  expect(isSameRepository(site, { owner: "acme", repo: "site" })).toBe(false);
});

it("finds each pull request of a text once, whichever part of it is linked", () => {
  const url = "https://github.com/acme/site/pull/7";
  const text = `${url}, (${url}/files) [x](${url}#issuecomment-1) https://github.com/acme/site/pull/70
    https://github.com/acme/site/issues/7 https://github.com/acme/site/pull/new/x http://github.com/acme/site/pull/7`;
  expect(pullRequestLinks.linksIn(text).map(({ number }) => number)).toEqual([7, 70]);
});
