import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../server/http/openapi.ts";
import { allOperations } from "../support/operations.ts";

/** What each linter says of a document, by the rules that it recommends: the rule and the place. */
const linters = {
  async spectral(document: Document): Promise<string[]> {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, "recommended"]] });
    const problems = await spectral.run({ ...document });
    return problems.map(({ code, path, message }) => `${code} #/${path.join("/")} ${message}`);
  },
  async redocly(document: Document): Promise<string[]> {
    const config = await createConfig({ extends: ["recommended"] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
    return problems.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer} ${message}`);
  },
};

interface Document {
  info: Record<string, unknown>;
  paths: Record<string, { get: Record<string, unknown> }>;
}

const made = async (): Promise<Document> =>
  structuredClone(await openApiDocument(allOperations, "1.2.3")()) as Document;

describe.each(Object.entries(linters))("%s", (name, lint) => {
  it("has nothing to say of the OpenAPI document", async () => {
    expect(await lint(await made())).toEqual([]);
  });

  it("reports what is planted in it", async () => {
    const document = await made();
    const list = document.paths["/api/v1/sessions"];
    if (!list) throw new Error("The document has no list of sessions");
    const { tags: _tags, ...planted } = list.get;
    const ok = {
      description: "Success",
      content: { "application/json": { schema: { type: "string" }, example: 1 } },
    };
    document.info = { title: "Signalbox", version: "1.2.3" };
    document.paths["/api/v1/planted"] = {
      get: { ...planted, operationId: "planted", responses: { 200: ok } },
    };
    const found = (await lint(document)).map((line) => line.split(" ")[0]);
    expect(new Set(found)).toEqual(
      new Set(
        name === "spectral"
          ? ["info-contact", "info-description", "operation-tags", "oas3-valid-media-example"]
          : ["info-license", "operation-4xx-response", "no-invalid-media-type-examples"],
      ),
    );
  });
});
