import { describe, expect, it } from "vitest";
import { chooseRoute, demo, modelsFile } from "./providers.ts";

const local = { OPENROUTER_BASE_URL: "http://127.0.0.1:9/api/v1" };
const noSignIns: ReadonlySet<string> = new Set();

describe("chooseRoute", () => {
  const sonnet = "anthropic/claude-sonnet-5";
  const opus = "anthropic/claude-opus-5.5";

  it.each<[string, string, Record<string, string>, string[], string, string]>([
    ["goes to the configured OpenRouter address", sonnet, local, [], "openrouter-proxy", sonnet],
    [
      "prefers that address to any key",
      sonnet,
      { ...local, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://127.0.0.1:9" },
      [],
      "openrouter-proxy",
      sonnet,
    ],
    ["keeps the demonstration on this machine", demo.model, local, ["openrouter"], demo.provider, demo.model],
    ["goes to OpenRouter with a key", sonnet, { OPENROUTER_API_KEY: "k" }, [], "openrouter", sonnet],
    [
      "goes to OpenRouter with a login",
      sonnet,
      { ANTHROPIC_API_KEY: "k" },
      ["openrouter"],
      "openrouter",
      sonnet,
    ],
    ["takes the vendor's own key", opus, { ANTHROPIC_API_KEY: "k" }, [], "anthropic", "claude-opus-5-5"],
    [
      "asks the vendor without a routing",
      `${opus}:nitro`,
      { ANTHROPIC_API_KEY: "k" },
      [],
      "anthropic",
      "claude-opus-5-5",
    ],
    ["leaves OpenRouter's own models whole", "openrouter/free", {}, [], "openrouter", "openrouter/free"],
    ["takes the vendor's own login", opus, {}, ["anthropic"], "anthropic", "claude-opus-5-5"],
    ["takes a ChatGPT login", "openai/gpt-5.5", {}, ["openai-codex"], "openai-codex", "gpt-5.5"],
    [
      "takes the vendor's configured address",
      "openai/gpt-5.5",
      { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
      [],
      "openai-proxy",
      "gpt-5.5",
    ],
    ["stays with OpenRouter when nothing is known", sonnet, {}, [], "openrouter", sonnet],
    [
      "obeys an id that names OpenRouter",
      `openrouter/${sonnet}`,
      { ANTHROPIC_API_KEY: "k" },
      [],
      "openrouter",
      sonnet,
    ],
  ])("%s", (_title, model, environment, logins, provider, id) => {
    expect(chooseRoute(model, { environment, signedIn: new Set(logins) })).toEqual({ provider, model: id });
  });
});

describe("modelsFile", () => {
  const entryOf = (model: string, environment: Record<string, string>, compactAt: number | null = null) => {
    const route = chooseRoute(model, { environment, signedIn: noSignIns });
    return modelsFile(route, { environment, compactAt }).providers[route.provider];
  };

  it("sends a placeholder key to a local address and the real one anywhere else", () => {
    expect(entryOf("a/b", local)?.apiKey).toBe("none-needed");
    expect(entryOf("a/b", { ...local, OPENROUTER_API_KEY: "k" })?.apiKey).toBe("$OPENROUTER_API_KEY");
    expect(entryOf("a/b", { OPENROUTER_BASE_URL: "https://proxy.example" })?.apiKey).toBe(
      "$OPENROUTER_API_KEY",
    );
  });

  it.each([
    ["OPENROUTER_BASE_URL", "http://127.0.0.1:9", "a/b", "http://127.0.0.1:9/v1"],
    ["OPENROUTER_BASE_URL", "http://127.0.0.1:9/api/", "a/b", "http://127.0.0.1:9/api/v1"],
    ["OPENROUTER_BASE_URL", "http://127.0.0.1:9/api/v1", "a/b", "http://127.0.0.1:9/api/v1"],
    ["ANTHROPIC_BASE_URL", "http://127.0.0.1:9/v1", "anthropic/c", "http://127.0.0.1:9"],
    ["OPENAI_BASE_URL", "http://127.0.0.1:9", "openai/c", "http://127.0.0.1:9/v1"],
  ])("turns %s=%s into the base its protocol needs", (variable, url, model, expected) => {
    expect(entryOf(model, { [variable]: url })?.baseUrl).toBe(expected);
  });

  it("defines a model that pi does not know, so that it does not use a similar one", () => {
    const entry = entryOf("new/model-9", { OPENROUTER_API_KEY: "k" });
    expect(entry?.models).toMatchObject([{ id: "new/model-9", api: "openai-completions" }]);
  });

  it("lets pi compact at the requested count, and never beyond the real window", () => {
    const key = { OPENROUTER_API_KEY: "k" };
    const haiku = "anthropic/claude-haiku-4.5";
    expect(entryOf(haiku, key, 100_000)?.modelOverrides).toEqual({ [haiku]: { contextWindow: 116_384 } });
    expect(entryOf(haiku, key, 900_000)?.modelOverrides).toEqual({ [haiku]: { contextWindow: 200_000 } });
    expect(entryOf(haiku, local, 100_000)?.models).toMatchObject([{ contextWindow: 116_384 }]);
  });
});
