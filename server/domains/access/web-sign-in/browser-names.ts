import { text } from "./text.ts";

const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bElectron\//, text.appWindow],
  [/Edg(?:A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [pattern: RegExp, name: string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux|X11/, "Linux"],
];

/** A readable name for the browser that sent this User-Agent. */
export function browserName(userAgent = ""): string {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers) ?? text.unnamedBrowser;
  const system = nameIn(systems);
  return system === undefined ? browser : text.onSystem(browser, system);
}
