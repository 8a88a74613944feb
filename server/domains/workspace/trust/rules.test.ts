import { describe, expect, it } from "vitest";
import { decideTrust, repositoryAddress } from "./rules.ts";

describe("an address", () => {
  it.each([
    "https://github.com/acme/Orchard.git",
    "https://GitHub.com/acme/Orchard/",
    "https://ada@github.com:443/acme/Orchard.git",
    "ssh://git@github.com/acme/Orchard.git",
    "ssh://git@github.com:22/acme/Orchard",
    "git@github.com:acme/Orchard.git",
    "git@github.com:/acme/Orchard",
    "https://github.com/acme/%4Frchard",
  ])("is one for %s", (url) => {
    expect(repositoryAddress(url)).toBe("github.com/acme/Orchard");
  });

  it.each([
    ["another case of the path", "https://github.com/acme/orchard", "github.com/acme/orchard"],
    ["another port", "https://github.com:8443/acme/Orchard", "github.com:8443/acme/Orchard"],
    ["plain http", "http://github.com/acme/Orchard", "http://github.com/acme/Orchard"],
    ["plain git", "git://github.com/acme/Orchard", "git://github.com/acme/Orchard"],
    ["another ssh user", "ada@github.com:acme/Orchard.git", "ada@github.com:acme/Orchard.git"],
    ["another ssh user's URL", "ssh://ada@github.com/acme/Orchard", "ssh://ada@github.com/acme/Orchard"],
    ["a path", "/srv/acme/Orchard/", "/srv/acme/Orchard"],
    ["a bare repository beside it", "/srv/acme/Orchard.git", "/srv/acme/Orchard.git"],
    ["a file URL", "file:///srv/acme/My%20Orchard", "/srv/acme/My Orchard"],
  ])("is another for %s", (_what, url, address) => {
    expect(repositoryAddress(url)).toBe(address);
    expect(repositoryAddress(address)).toBe(address);
  });

  it("of an address is itself", () => {
    expect(repositoryAddress("github.com/acme/Orchard")).toBe("github.com/acme/Orchard");
  });
});

describe("trust", () => {
  const trusted = { trustedAt: 1, trustedBy: "Ada", revokedAt: null, revokedBy: null };

  it("is the person's last decision, then the catalog's", () => {
    expect(decideTrust(undefined, false)).toMatchObject({ trusted: false, by: "nobody" });
    expect(decideTrust(undefined, true)).toMatchObject({ trusted: true, by: "catalog" });
    expect(decideTrust(trusted, false)).toEqual({ trusted: true, by: "person", person: "Ada", at: 1 });
    const revoked = { ...trusted, revokedAt: 2, revokedBy: "Bo" };
    expect(decideTrust(revoked, true)).toEqual({ trusted: false, by: "person", person: "Bo", at: 2 });
  });
});
