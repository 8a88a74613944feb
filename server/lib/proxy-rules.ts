type Environment = Readonly<Record<string, string | undefined>>;

const proxyVariable = /^(?:https?|all)_proxy$/i;
const exceptionVariables = ["NO_PROXY", "no_proxy"] as const;

/** This machine, as programs write it in addresses; curl and Go want IPv6 without brackets, others with them. */
const loopback = ["localhost", "127.0.0.1", "::1", "[::1]"];

export const hasProxy = (environment: Environment): boolean =>
  Object.entries(environment).some(([name, value]) => proxyVariable.test(name) && Boolean(value));

/**
 * What to add so that no program asks a proxy for an address of this machine: the proxy could not reach it, and would see the
 * credential. Programs read one spelling of the variable or the other, so both get all exceptions. Empty without a proxy.
 */
export function directLoopback(environment: Environment): Record<string, string> {
  if (!hasProxy(environment)) return {};
  const named = exceptionVariables.flatMap((name) => (environment[name] ?? "").split(/[\s,]+/));
  const exceptions = [...new Set([...named.filter((name) => name !== ""), ...loopback])].join(",");
  return Object.fromEntries(exceptionVariables.map((name) => [name, exceptions]));
}

/**
 * The proxies that this process can use itself, as complete addresses, and the names of the variables that it cannot: Node speaks to
 * HTTP proxies alone, where git and agents may know others.
 */
export function ownProxies(environment: Environment): { used: Record<string, string>; ignored: string[] } {
  const set = Object.entries(environment).filter(([name, value]) => proxyVariable.test(name) && value);
  const named = set.map(([name, value = ""]) => ({ name, address: addressOf(value) }));
  const used = named.flatMap(({ name, address }) => (address === null ? [] : [[name, address]]));
  const ignored = named.flatMap(({ name, address }) => (address === null ? [name] : []));
  return { used: { ...Object.fromEntries(used), ...directLoopback(environment) }, ignored };
}

/** As curl reads it: without a scheme, it is HTTP. */
function addressOf(value: string): string | null {
  const address = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
}
