import { expect, it } from "vitest";
import { openCommand } from "./open-in-browser.ts";

const url = "http://127.0.0.1:3000/sign-in#code=a";

it.each([
  ["macOS", { platform: "darwin", env: {} }, ["open", url]],
  ["Windows", { platform: "win32", env: {} }, ["rundll32", "url.dll,FileProtocolHandler", url]],
  ["Linux with X11", { platform: "linux", env: { DISPLAY: ":0" } }, ["xdg-open", url]],
  ["Linux with Wayland", { platform: "linux", env: { WAYLAND_DISPLAY: "wayland-0" } }, ["xdg-open", url]],
  ["Linux without a display", { platform: "linux", env: {} }, null],
] as const)("opens a URL on %s", (_title, system, expected) => {
  expect(openCommand(url, system)).toEqual(expected);
});
