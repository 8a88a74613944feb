import { expect, it } from "vitest";
import type { RepositoryTrust } from "../../../../server/domains/workspace/trust/model.ts";
import { decisionText } from "./view-model.ts";

const one: RepositoryTrust = {
  address: "git.example/orchard",
  trusted: true,
  by: "person",
  person: "Ada",
  at: "2026-03-01T10:00:00Z",
};

it("says who trusted a repository, or took the trust back", () => {
  expect(decisionText(one)).toBe("Trusted by Ada");
  expect(decisionText({ ...one, trusted: false })).toBe("Trust revoked by Ada");
  expect(decisionText({ ...one, by: "catalog", person: null })).toBe(
    "Trusted by the catalog, as an agent root",
  );
  expect(decisionText({ ...one, trusted: false, by: "nobody", person: null })).toBe("Not trusted");
});
