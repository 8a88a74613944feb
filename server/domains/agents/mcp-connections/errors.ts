import { defineRefusals, type Refusal } from "../../../lib/errors.ts";
import type { EndpointProblem } from "./rules.ts";
import { text } from "./text.ts";

const label = "Sign-in failed";

export const connectorRefusal = defineRefusals({
  server_unknown: {
    status: 404,
    label: "Not Found",
    message: ({ name }) => `The catalog has no MCP server "${name}" with a sign-in`,
  },
  not_signed_in: {
    status: 404,
    label: "Not Found",
    message: ({ name }) => `You are not signed in to ${name}`,
  },
  server_unavailable: { status: 422, label, message: ({ name, reason }) => `${name}: ${reason}` },
  insecure_endpoint: { status: 422, label, message: ({ sentence }) => String(sentence) },
  unusable_server: { status: 502, label, message: ({ reason }) => String(reason) },
  state_unknown: {
    status: 422,
    label,
    message:
      "This sign-in has ended: it was already finished, took longer than 15 minutes, or was started somewhere else. Start it again on the Connectors page.",
  },
  issuer_mismatch: {
    status: 422,
    label,
    message:
      "The answer came from a different authorization server than the one that was asked, so it was not used.",
  },
  refused: { status: 422, label, message: ({ said }) => `The server did not sign you in: ${said}` },
});

/** R139: refuses to send anything secret to an endpoint, such as the "token endpoint". */
export const insecureEndpoint = (what: string, problem: EndpointProblem): Refusal =>
  connectorRefusal("insecure_endpoint", { sentence: text.endpoint(`The ${what}`, problem) });
