import { describe, expect, it } from "vitest";
import { isPermitted } from "./permissions.ts";

const board = "http://127.0.0.1:4321";
const ask = { permission: "notifications", requestingUrl: `${board}/`, isMainFrame: true, mediaTypes: [] };
const media = { ...ask, permission: "media" };

describe("isPermitted", () => {
  it.each([
    ["notifications", ask],
    ["writing text to the clipboard", { ...ask, permission: "clipboard-sanitized-write" }],
    ["the microphone", { ...media, mediaTypes: ["audio"] }],
  ])("permits the board %s", (_title, given) => {
    expect(isPermitted(given, board)).toBe(true);
  });

  it.each([
    ["the camera", { ...media, mediaTypes: ["video"] }],
    ["the camera beside the microphone", { ...media, mediaTypes: ["audio", "video"] }],
    ["a device it does not name", { ...media, mediaTypes: ["unknown"] }],
    ["no device at all", media],
    ["a frame inside the board", { ...ask, isMainFrame: false }],
    ["another origin", { ...ask, requestingUrl: "https://evil.example/" }],
    ["an opaque origin", { ...ask, requestingUrl: "null" }],
    ["an address without a host", { ...ask, requestingUrl: "" }],
  ])("denies %s", (_title, given) => {
    expect(isPermitted(given, board)).toBe(false);
  });

  it.each([
    "geolocation",
    "clipboard-read",
    "display-capture",
    "fileSystem",
    "fullscreen",
    "hid",
    "usb",
    "serial",
    "midi",
    "openExternal",
    "pointerLock",
    "idle-detection",
    "local-fonts",
    "local-network-access",
    "window-management",
    "persistent-storage",
    "unknown",
    "a permission of a later version",
  ])("denies %s even to the board", (permission) => {
    expect(isPermitted({ ...ask, permission }, board)).toBe(false);
  });

  it("denies everything before the board has started", () => {
    expect(isPermitted(ask, null)).toBe(false);
  });
});
