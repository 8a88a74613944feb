import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;

export const quickStartRefusal = defineRefusals({
  too_often: {
    status: 429,
    label: "Too Many Requests",
    message: ({ most = "", seconds = "" }) =>
      `At most ${most} sessions a minute are started from one address; try again in ${seconds} seconds`,
  },
  page_too_long: {
    ...validation,
    message: ({ most = "" }) => `The prompt and the page together are longer than ${most} characters`,
  },
  no_router_root: {
    status: 422,
    label: "Invalid agent_root",
    message: ({ name = "" }) =>
      `The catalog has no agent root "${name}", on which quick starts begin; SERVICE_QUICK_ROUTER_ROOT names another`,
  },
  root_not_open: {
    status: 422,
    label: "Not allowed here",
    message: ({ name = "" }) => `This connection is held to other agent roots than ${name}`,
  },
  model_not_offered: {
    status: 422,
    label: "Invalid model",
    message: ({ model = "", runtime = "" }) => `${runtime} does not offer the model "${model}"`,
  },
  attachments_too_large: { ...validation, message: "The attachments are larger than 75 MB together" },
});
