import { describeModel, knownModels, withoutRouting } from "./models.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The provider and model id pi is started with. */
export interface Route {
  provider: string;
  model: string;
}

/** pi's models.json. */
export interface ModelsFile {
  providers: Record<string, ProviderEntry>;
}

interface ProviderEntry {
  baseUrl?: string;
  api?: string;
  /** `$NAME` is read from pi's environment. */
  apiKey?: string;
  models?: ModelEntry[];
  modelOverrides?: Record<string, { contextWindow: number }>;
}

interface ModelEntry {
  id: string;
  name: string;
  api?: string;
  baseUrl?: string;
  reasoning: boolean;
  thinkingLevelMap: Record<string, string | null>;
  input: string[];
  contextWindow: number;
  maxTokens: number;
  compat?: Record<string, unknown>;
}

interface Proxy {
  provider: string;
  variable: string;
  keyVariable: string;
  api: "openai-completions" | "anthropic-messages" | "openai-responses";
  vendor: string | null;
  baseUrl(configured: string): string;
}

/**
 * A provider of our own per base URL. The built-in ones cannot be redirected: OpenRouter's speaks two
 * protocols with different paths, and one base URL would go to both.
 */
const proxies: readonly Proxy[] = [
  {
    provider: "openrouter-proxy",
    variable: "OPENROUTER_BASE_URL",
    keyVariable: "OPENROUTER_API_KEY",
    api: "openai-completions",
    vendor: null,
    baseUrl: (url) => (url.endsWith("/api") ? `${url}/v1` : withVersion(url)),
  },
  {
    provider: "anthropic-proxy",
    variable: "ANTHROPIC_BASE_URL",
    keyVariable: "ANTHROPIC_API_KEY",
    api: "anthropic-messages",
    vendor: "anthropic",
    baseUrl: (url) => url.replace(/\/v1$/, ""),
  },
  {
    provider: "openai-proxy",
    variable: "OPENAI_BASE_URL",
    keyVariable: "OPENAI_API_KEY",
    api: "openai-responses",
    vendor: "openai",
    baseUrl: withVersion,
  },
  {
    provider: "signalbox-demo",
    variable: "SIGNALBOX_DEMO_MODEL_URL",
    keyVariable: "SIGNALBOX_DEMO_MODEL_KEY",
    api: "openai-completions",
    vendor: "signalbox",
    baseUrl: withVersion,
  },
];

/** Answers from a script, on this machine; the service fills the variable in (launch.ts). */
export const demo = {
  model: "signalbox/scripted-demo",
  provider: "signalbox-demo",
  variable: "SIGNALBOX_DEMO_MODEL_URL",
} as const;

/** pi's built-in providers for one vendor, with the keys that open them. */
const direct = [
  {
    vendor: "anthropic",
    provider: "anthropic",
    keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN"],
  },
  { vendor: "openai", provider: "openai", keys: ["OPENAI_API_KEY"] },
  { vendor: "openai", provider: "openai-codex", keys: [] },
] as const;

/** `openrouter/vendor/model` as `vendor/model`. OpenRouter's own models, such as `openrouter/auto`, stay as they are. */
export const withoutProvider = (model: string): string => model.replace(/^openrouter\/(?=.*\/)/, "");

/** Tokens pi keeps free below the window; it compacts when fewer are left. */
const reserveTokens = 16_384;

/** The variables that open a provider; pi's process needs them as well as the tools. */
export const keyVariables: readonly string[] = [
  "OPENROUTER_API_KEY",
  ...direct.flatMap(({ keys }) => keys as readonly string[]),
];

/**
 * Where the model is asked: a configured OpenRouter address, OpenRouter itself when there is a key for it, else
 * the vendor's own address or key. `signedIn` are the providers of pi's auth.json.
 */
export function chooseRoute(
  model: string,
  { environment, signedIn }: { environment: Environment; signedIn: ReadonlySet<string> },
): Route {
  if (model === demo.model) return { provider: demo.provider, model };
  const id = withoutProvider(model);
  if (environment["OPENROUTER_BASE_URL"]) return { provider: "openrouter-proxy", model: id };

  const builtIn = { provider: "openrouter", model: id };
  if (environment["OPENROUTER_API_KEY"] || signedIn.has("openrouter") || model !== id) return builtIn;

  const vendor = id.split("/", 1)[0] ?? "";
  const proxy = proxies.find((entry) => entry.vendor === vendor && environment[entry.variable]);
  if (proxy) return { provider: proxy.provider, model: vendorsOwnId(id, vendor) };
  const own = direct.find(
    (entry) =>
      entry.vendor === vendor &&
      (signedIn.has(entry.provider) || entry.keys.some((name) => environment[name])),
  );
  return own ? { provider: own.provider, model: vendorsOwnId(id, vendor) } : builtIn;
}

/** Whether anything opens the provider of a route: a login, a key, or a local server that asks for none. */
export function isOpen(
  route: Route,
  { environment, signedIn }: { environment: Environment; signedIn: ReadonlySet<string> },
): boolean {
  const key = proxies.find((entry) => entry.provider === route.provider)?.keyVariable;
  const opening = direct.find((entry) => entry.provider === route.provider)?.keys ?? [
    key ?? "OPENROUTER_API_KEY",
  ];
  return (
    signedIn.has(route.provider) || opening.some((name) => environment[name]) || isKeyless(route, environment)
  );
}

/** Whether the route leads to a server on this machine, and no key was given for it. */
export function isKeyless(route: Route, environment: Environment): boolean {
  const proxy = proxies.find((entry) => entry.provider === route.provider);
  return (
    proxy !== undefined && !environment[proxy.keyVariable] && isLoopback(environment[proxy.variable] ?? "")
  );
}

/**
 * models.json for one turn. The requested model gets its own entry unless pi knows the exact id, because pi
 * takes the nearest name for one it does not know. `compactAt` moves the window so that pi compacts at that count.
 */
export function modelsFile(
  route: Route,
  { environment, compactAt }: { environment: Environment; compactAt: number | null },
): ModelsFile {
  const proxy = proxies.find((entry) => entry.provider === route.provider);
  const configured = proxy && environment[proxy.variable];
  if (proxy && configured)
    return {
      providers: { [proxy.provider]: proxyEntry(proxy, configured, { route, environment, compactAt }) },
    };

  const known = route.provider !== "openrouter" || knownModels.some(({ id }) => id === route.model);
  const entry: ProviderEntry = known
    ? { modelOverrides: windowOverride(route, compactAt) }
    : {
        models: [
          {
            ...modelEntry(route, compactAt),
            api: "openai-completions",
            baseUrl: "https://openrouter.ai/api/v1",
            compat: openRouterDialect,
          },
        ],
      };
  return { providers: { [route.provider]: entry } };
}

const openRouterDialect = { thinkingFormat: "openrouter" };

function proxyEntry(
  proxy: Proxy,
  configured: string,
  { route, environment, compactAt }: { route: Route; environment: Environment; compactAt: number | null },
): ProviderEntry {
  // A local server rarely asks for a key, but pi does not start without one.
  const apiKey = isKeyless(route, environment) ? "none-needed" : `$${proxy.keyVariable}`;
  return {
    baseUrl: proxy.baseUrl(configured.replace(/\/+$/, "")),
    api: proxy.api,
    apiKey,
    models: [{ ...modelEntry(route, compactAt), compat: dialectOf(proxy, route) }],
  };
}

/** How thinking and caching are requested, as in pi's own catalog for these models. */
function dialectOf({ api }: Proxy, route: Route): Record<string, unknown> {
  switch (api) {
    case "openai-completions":
      return {
        ...openRouterDialect,
        ...(route.model.startsWith("anthropic/") && { cacheControlFormat: "anthropic" }),
      };
    case "anthropic-messages":
      return { forceAdaptiveThinking: describeModel(openRouterId(route)).efforts.includes("max") };
    case "openai-responses":
      return {};
  }
}

function modelEntry(route: Route, compactAt: number | null): ModelEntry {
  const about = describeModel(openRouterId(route));
  return {
    id: route.model,
    name: about.label,
    reasoning: about.efforts.length > 0,
    thinkingLevelMap: {
      minimal: null,
      ...Object.fromEntries(
        ["low", "medium", "high", "xhigh", "max"].map((level) => [
          level,
          about.efforts.some((effort) => effort === level) ? level : null,
        ]),
      ),
    },
    input: about.images ? ["text", "image"] : ["text"],
    contextWindow: windowFor(about.contextWindow, compactAt),
    maxTokens: about.maxOutput,
  };
}

function windowOverride(route: Route, compactAt: number | null): Record<string, { contextWindow: number }> {
  if (compactAt === null) return {};
  const { contextWindow } = describeModel(openRouterId(route));
  return { [route.model]: { contextWindow: windowFor(contextWindow, compactAt) } };
}

function windowFor(real: number, compactAt: number | null): number {
  return compactAt === null ? real : Math.min(real, compactAt + reserveTokens);
}

/** OpenRouter's `anthropic/claude-opus-5.5:nitro` is `claude-opus-5-5` at its vendor. */
function vendorsOwnId(id: string, vendor: string): string {
  const bare = withoutRouting(id.slice(vendor.length + 1));
  return vendor === "anthropic" ? bare.replaceAll(".", "-") : bare;
}

/** The inverse of `vendorsOwnId`, as far as the known models go. */
function openRouterId({ provider, model }: Route): string {
  const vendor = provider.startsWith("anthropic")
    ? "anthropic"
    : provider.startsWith("openai")
      ? "openai"
      : null;
  if (vendor === null) return model;
  return (
    knownModels.find(({ id }) => id.startsWith(`${vendor}/`) && vendorsOwnId(id, vendor) === model)?.id ??
    model
  );
}

function withVersion(url: string): string {
  return new URL(url).pathname === "/" ? `${url}/v1` : url;
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname;
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
