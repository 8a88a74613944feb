import { expect, it } from "vitest";
import { networkIn } from "./network-rules.ts";

const way = { host: "127.0.0.1", port: 3_000 };

it.each([
  ["plain Node runs the bridge itself", false, { SERVICE_NODE_PATH: "/opt/app/node" }, undefined],
  [
    "Electron uses the Node that the app brings",
    true,
    { SERVICE_NODE_PATH: "/opt/app/node" },
    "/opt/app/node",
  ],
  ["Electron of a checkout runs as Node", true, { SERVICE_NODE_PATH: "" }, undefined],
])("%s", (_title, isElectron, environment, node) => {
  expect(networkIn([way], environment, isElectron)).toEqual({ ways: [way], ...(node && { node }) });
});
