import { defineRefusals } from "../../../lib/errors.ts";

export const deviceRefusal = defineRefusals({
  device_not_found: { status: 404, label: "Not Found", message: "Device not found" },
  pairing_not_found: { status: 404, label: "Not Found", message: "Pairing not found" },
  lan_closed: {
    status: 409,
    label: "Network closed",
    message: "Other devices cannot reach this machine yet. Turn on network access first.",
  },
  not_begun_here: {
    status: 403,
    label: "Not connected",
    message:
      "This pairing expired, was already finished, or was started in another browser. Start again with a new code.",
  },
  wrong_code: {
    status: 422,
    label: "Wrong code",
    message: "That code is wrong, already used, or older than five minutes. Create a new one on the board.",
  },
  locked: {
    status: 429,
    label: "Too many wrong codes",
    message: ({ minutes = 0 }) =>
      `Too many wrong codes were entered on this device. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  },
});
