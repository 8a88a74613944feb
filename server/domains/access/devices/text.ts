/** The words of pairing a device and of signing devices out. */
export const text = {
  unnamedBrowser: "A browser",
  signedOut: (device: string) => `Signed out ${device}`,
  signedOutAll: (count: number) => (count === 1 ? "Signed out 1 device" : `Signed out ${count} devices`),

  unreadableForm: "The form could not be read",
  badHost: "The Host header is malformed",

  pair: {
    title: "Connect this device",
    whereCode: "You can find the code on the machine that runs Signalbox, under Settings → Devices.",
    code: "Code",
    name: "Name of this device",
    connect: "Connect",
    rightMachine: "Is this the right machine?",
    certificate:
      "Your browser warned you because this machine issued its own certificate. Open the certificate from the warning or the address bar and check that its SHA-256 fingerprint matches the one on the board.",
  },

  refused: { title: "Not connected", tryAgain: "Try again" },
};
