import { mkdir, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { gitIn, makeGitRepository } from "../../../../test/support/repository.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { remotesOf } from "./cloning.ts";
import { hostOfSsh } from "./rules.ts";

/** A home in which SSH knows no host by another name. */
async function makeHome() {
  const folder = await makeTestFolder();
  const run = { environment: { PATH: process.env["PATH"] ?? "", HOME: folder.path } };
  return { folder, run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

it("are those of the repository on this machine that was cloned, as its git reads them", async () => {
  await using home = await makeHome();
  const path = await makeGitRepository(home.folder.at("site"));
  await gitIn(path, "remote", "add", "origin", "https://github.com/ada/site.git");
  await gitIn(path, "remote", "add", "up", "gh:acme/site");
  await gitIn(path, "remote", "set-url", "--push", "up", "/srv/my own site");
  await gitIn(path, "config", "url.https://github.com/.insteadOf", "gh:");
  const expected = ["https://github.com/acme/site", "https://github.com/ada/site.git", "/srv/my own site"];
  for (const gitRoot of [path, `file://${path}`])
    expect((await remotesOf(gitRoot, home.run)).toSorted()).toEqual(expected.toSorted());
});

it("are the URL itself for a repository elsewhere, and none for one that cannot be read", async () => {
  await using home = await makeHome();
  const url = "https://github.com/acme/site.git";
  expect(await remotesOf(url, home.run)).toEqual([url]);
  expect(await remotesOf(home.folder.at("gone"), home.run)).toEqual([]);
  await mkdir(home.folder.at("plain"));
  expect(await remotesOf(home.folder.at("plain"), home.run)).toEqual([]);
});

it("have the host that SSH connects to", async () => {
  await using home = await makeHome();
  await writeFile(
    home.folder.at("ssh"),
    '#!/bin/sh\n[ "$3" = github.com-work ] && echo "hostname github.com"\n',
    {
      mode: 0o755,
    },
  );
  const run = {
    environment: { ...home.run.environment, PATH: `${home.folder.path}:${process.env["PATH"]}` },
  };
  const url = "git@github.com-work:acme/site.git";
  expect(await remotesOf(url, run)).toEqual(["ssh://github.com/acme/site.git"]);
  expect(await remotesOf("git@git.example:acme/site.git", run)).toEqual(["git@git.example:acme/site.git"]);
});

it.each([
  ["git@github.com:acme/site.git", "github.com", "acme/site.git"],
  ["ssh://git@git.example:2222/acme/site", "git.example", "acme/site"],
  ["work:acme/site", "work", "acme/site"],
])("the host of %s is %s", (url, host, path) => {
  expect(hostOfSsh(url)).toEqual({ host, path });
});

it.each(["https://github.com/acme/site", "file:///srv/site", "/srv/a:b", "-oProxyCommand=x:y", "git@-x:y"])(
  "%s has no host of SSH",
  (url) => {
    expect(hostOfSsh(url)).toBeNull();
  },
);
