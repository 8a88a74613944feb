import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;

export const quickStartRefusal = defineRefusals({
  too_often: {
    status: 429,
    label: "Too Many Requests",
    message: ({ max = "", seconds = "" }) =>
      `One address can start at most ${max} sessions a minute; try again in ${seconds} seconds`,
  },
  page_too_long: {
    ...validation,
    message: ({ max = "" }) => `The prompt and the page together are longer than ${max} characters`,
  },
  no_router_root: {
    status: 422,
    label: "Invalid agent_root",
    message: ({ name = "" }) =>
      `Quick starts use the agent root "${name}", which is not in the catalog; add it, or set SERVICE_QUICK_ROUTER_ROOT to another one`,
  },
  root_not_open: {
    status: 422,
    label: "Not allowed here",
    message: ({ name = "" }) => `This connection may not use the agent root "${name}"`,
  },
  model_not_offered: {
    status: 422,
    label: "Invalid model",
    message: ({ model = "", runtime = "" }) =>
      `${runtime} does not offer the model "${model}". Check the spelling, or add it to the models in Settings`,
  },
  attachments_too_large: { ...validation, message: "The attachments are larger than 75 MB together" },
});
