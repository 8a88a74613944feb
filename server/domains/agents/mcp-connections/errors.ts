import { defineRefusals } from "../../../lib/errors.ts";

const label = "Sign-in failed";

export const connectorRefusal = defineRefusals({
  server_unknown: {
    status: 404,
    label: "Not Found",
    message: ({ name }) => `The catalog has no MCP server "${name}" that people sign in to`,
  },
  not_signed_in: {
    status: 404,
    label: "Not Found",
    message: ({ name }) => `Nobody is signed in to ${name}`,
  },
  server_unavailable: { status: 422, label, message: ({ name, reason }) => `${name}: ${reason}` },
  insecure_endpoint: { status: 422, label, message: ({ what, problem }) => `The ${what} ${problem}` },
  unusable_server: { status: 502, label, message: ({ reason }) => String(reason) },
  state_unknown: {
    status: 422,
    label,
    message:
      "This sign-in is not under way any more. It was finished, it took longer than 15 minutes, or it began elsewhere.",
  },
  issuer_mismatch: {
    status: 422,
    label,
    message:
      "The answer came from another authorization server than the one that was asked. It was not used.",
  },
  refused: { status: 422, label, message: ({ said }) => `The server did not sign you in: ${said}` },
});
