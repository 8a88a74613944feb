import { expect, it } from "vitest";
import { pushVariables } from "./push-variables.ts";

const address = { url: "http://127.0.0.1:3000/git/7", authorization: "Bearer token" };

it("sends pushes to the service, by every spelling of the repository, after what git is told already", () => {
  const inherited = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Ada" };
  const variables = pushVariables(inherited, { gitRoot: "/srv/my repo/", address });
  const count = Number(variables["GIT_CONFIG_COUNT"]);
  const said = Array.from({ length: count - 1 }, (_, at) => [
    variables[`GIT_CONFIG_KEY_${at + 1}`],
    variables[`GIT_CONFIG_VALUE_${at + 1}`],
  ]);
  const pushing = "url.http://127.0.0.1:3000/git/7.pushInsteadOf";
  expect(said).toEqual([
    [pushing, "/srv/my repo/"],
    [pushing, "/srv/my repo"],
    [pushing, "file:///srv/my repo"],
    [pushing, "file:///srv/my%20repo"],
    ["http.http://127.0.0.1:3000/git/7.extraHeader", "Authorization: Bearer token"],
    ["http.http://127.0.0.1:3000/git/7.proxy", ""],
  ]);
  expect(variables["GIT_CONFIG_KEY_0"]).toBeUndefined();
});

it.each(["https://github.com/a/b.git", "git@github.com:a/b.git", "ssh://host/a"])(
  "leaves %s alone",
  (gitRoot) => {
    expect(pushVariables({}, { gitRoot, address })).toEqual({});
  },
);
