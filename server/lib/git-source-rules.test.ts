import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseGitSource } from "./git-source-rules.ts";
import { gitSourceSentence } from "./git-source-text.ts";

const url = "https://github.com/acme/shop.git";

const parse = (gitRoot: string) => parseGitSource({ gitRoot });
const reason = (input: Parameters<typeof parseGitSource>[0]) => {
  const parsed = parseGitSource(input);
  return parsed.ok ? `accepted ${JSON.stringify(parsed)}` : gitSourceSentence(parsed.problem);
};

describe("the git URL", () => {
  it.each([
    "https://github.com/acme/shop.git",
    "http://127.0.0.1:8080/acme/shop",
    "https://acme@dev.azure.com/acme/shop/_git/shop",
    "ssh://git@github.com/acme/shop.git",
    "ssh://git@[::1]:2222/acme/shop.git",
    "git://git.example.org/shop.git",
    "file:///srv/demo/orchard.git",
    "file://localhost/srv/demo/orchard.git",
    "file:///srv/with%20space/orchard.git",
    "git@github.com:acme/shop.git",
    "deploy-user@host_alias:team/shop.git",
    "/srv/demo/orchard.git",
    "/srv/my repos/orchard",
    "C:\\repos\\orchard",
    "C:/repos/orchard",
  ])("accepts %s unchanged", (gitRoot) => {
    expect(parse(gitRoot)).toEqual({ ok: true, gitRoot, branch: null, subdirectory: null });
  });

  it("is trimmed", () => {
    expect(parse(`  ${url}\n`)).toMatchObject({ ok: true, gitRoot: url });
  });

  it.each([
    ["nothing at all", "", "blank"],
    ["an option", "--upload-pack=touch /tmp/x", "start with '-'"],
    ["an option after a blank", "  -oProxyCommand=x", "start with '-'"],
    ["a command transport", "ext::sh -c touch%20/tmp/x", "transport helpers"],
    ["a descriptor transport", "fd::17/foo", "transport helpers"],
    ["any helper around a good URL", `foo.bar+1::${url}`, "transport helpers"],
    ["a helper without a name", "::ext", "transport helpers"],
    ["an unknown scheme", "ftp://example.org/shop.git", "'ftp://'"],
    ["a script scheme", "javascript://x/%0aalert(1)", "control character"],
    ["a line break", "https://example.org/a\nb", "control character"],
    ["a NUL", "/srv/a\u0000b", "control character"],
    ["an encoded line break", "https://example.org/a%0Ab", "control character"],
    ["a line separator", "https://example.org/a\u2028b", "control character"],
    ["a password", "https://me:secret@example.org/a.git", "credential helper"],
    ["an empty user with a password", "https://:secret@example.org/a.git", "credential helper"],
    ["a password over ssh", "ssh://me:secret@example.org/a.git", "credential helper"],
    ["a token in the user's place", "https://ghp_abcdef0123456789@github.com/a/b", "credential helper"],
    ["a long opaque user", `https://${"a".repeat(40)}@github.com/a/b`, "credential helper"],
    ["no host", "https:///acme/shop.git", "no host"],
    ["a user but no host", "ssh://git@/acme/shop.git", "no host"],
    ["a host that is an option", "ssh://-oProxyCommand=x/path", "host"],
    ["an encoded option for a host", "ssh://%2DoProxyCommand=x/path", "host"],
    ["a user that is an option", "ssh://-oProxyCommand=x@host/path", "user name"],
    ["an option path over ssh", "ssh://host/-x", "path in the git URL"],
    ["no repository", "https://example.org", "no repository"],
    ["only a slash", "https://example.org/", "no repository"],
    ["a space in a URL", "https://example.org/a b", "%20"],
    ["a file URL on another host", "file://nas/share/repo.git", "another host"],
    ["a file URL that climbs", "file:///srv/../etc", "'..'"],
    ["a file URL that climbs in escapes", "file:///srv/%2e%2e/etc", "'..'"],
    ["an absolute path that climbs", "/srv/../etc", "'..'"],
    ["the root folder", "/", "no repository"],
    ["a relative path", "../shop", "must be an https"],
    ["a bare name", "shop", "must be an https"],
    ["a home shorthand", "~/shop", "must be an https"],
    ["a host without a user", "example.org:shop.git", "must be an https"],
    ["an scp path that is an option", "git@example.org:-shop", "start with '-'"],
    ["an scp host that is an option", "git@-oProxyCommand=x:shop", "host"],
    ["an scp user that is an option", "a b@host:shop", "must be an https"],
    ["a URL without end", `https://example.org/${"a".repeat(2_048)}`, "longer than"],
  ])("refuses %s", (_title, gitRoot, part) => {
    expect(reason({ gitRoot })).toContain(part);
  });

  it("never repeats a password in the sentence", () => {
    expect(reason({ gitRoot: "https://me:hunter2@example.org/a" })).not.toContain("hunter2");
  });
});

describe("the branch", () => {
  it.each(["main", "feature/x-1", "release-1.2", "a@b", "ünïcode", "v1.lock.d", "x".repeat(255)])(
    "accepts %s",
    (branch) => {
      expect(parseGitSource({ gitRoot: url, branch })).toMatchObject({ ok: true, branch });
    },
  );

  it("counts a blank one as none", () => {
    expect(parseGitSource({ gitRoot: url, branch: " " })).toMatchObject({ ok: true, branch: null });
  });

  it.each([
    "-f",
    "--upload-pack=x",
    "a..b",
    "a b",
    "a\tb",
    "a\u007fb",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[0]",
    "a\\b",
    "a.lock",
    "a.lock/b",
    "a/",
    "/a",
    "a//b",
    ".a",
    "a/.b",
    "a.",
    "a@{1}",
    "@",
    "HEAD",
    "x".repeat(256),
  ])("refuses %s", (branch) => {
    expect(parseGitSource({ gitRoot: url, branch }).ok).toBe(false);
    expect(reason({ gitRoot: url, branch })).toMatch(/branch/);
  });
});

describe("the subdirectory", () => {
  it.each([
    ["api", "api"],
    ["packages/api/", "packages/api"],
    ["./api//v1/.", "api/v1"],
    [".github", ".github"],
    ["a/-b", "a/-b"],
    ["with space", "with space"],
    [".", null],
    ["", null],
  ])("reads %j as %j", (subdirectory, expected) => {
    expect(parseGitSource({ gitRoot: url, subdirectory })).toMatchObject({
      ok: true,
      subdirectory: expected,
    });
  });

  it.each([
    "..",
    "../x",
    "a/../../b",
    "a/..",
    "/etc",
    "C:/x",
    "C:x",
    "a\\b",
    "a\u0000b",
    "a\nb",
    "-x",
    "./-x",
    ".git",
    ".git/hooks",
    "a/.GIT/hooks",
    "git~1/hooks",
    ".git. /hooks",
    "x".repeat(1_025),
  ])("refuses %j", (subdirectory) => {
    expect(parseGitSource({ gitRoot: url, subdirectory }).ok).toBe(false);
    expect(reason({ gitRoot: url, subdirectory })).toMatch(/subdirectory/);
  });
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      "-",
      "--",
      "..",
      "/",
      "\\",
      ".git",
      "::",
      ":",
      "@",
      "ext::",
      "https://",
      "file://",
      "host",
      "%2e",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  ),
  { maxLength: 8 },
);

it("accepts no git URL that is an option, a transport helper or carries a control character", () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join("");
      for (const gitRoot of [
        text,
        `https://host/${text}`,
        `ssh://${text}`,
        `git@host:${text}`,
        `/srv/${text}`,
      ]) {
        const parsed = parseGitSource({ gitRoot });
        if (!parsed.ok) continue;
        expect(parsed.gitRoot).not.toMatch(/^-|^[A-Za-z0-9.+-]*::|\p{Cc}/u);
        expect(parsed.gitRoot).not.toMatch(/^ssh:\/\/[^/]*(?:^|@|\/\/)-/);
      }
    }),
    { numRuns: 500 },
  );
});

it("accepts no branch that is an option or a range", () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const parsed = parseGitSource({ gitRoot: url, branch: parts.join("") });
      if (parsed.ok) expect(parsed.branch ?? "x").not.toMatch(/^-|\.\.|[\s~^:?*[\\]|\p{Cc}/u);
    }),
    { numRuns: 500 },
  );
});

it("accepts no subdirectory that leaves the clone or enters .git", () => {
  const clone = "/clones/1";
  fc.assert(
    fc.property(hostile, (parts) => {
      const parsed = parseGitSource({ gitRoot: url, subdirectory: parts.join("") });
      if (!parsed.ok || parsed.subdirectory === null) return;
      expect(resolve(clone, parsed.subdirectory)).toBe(`${clone}/${parsed.subdirectory}`);
      expect(parsed.subdirectory).not.toMatch(/^-|(?:^|\/)\.git(?:\/|$)|\\/i);
    }),
    { numRuns: 500 },
  );
});
