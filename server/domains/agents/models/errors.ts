import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;

export const modelRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "This model is not among the added ones" },
  unknown_runtime: {
    ...validation,
    message: ({ name = "", known = "" }) => `"${name}" is not a registered runtime. Runtimes: ${known}`,
  },
  built_in: {
    ...validation,
    message: ({ model = "", runtime = "" }) => `${runtime} already offers "${model}"`,
  },
  duplicate: {
    ...validation,
    message: ({ model = "", runtime = "" }) => `"${model}" was already added to ${runtime}`,
  },
  too_many: {
    status: 422,
    label: "Too many models",
    message: ({ runtime = "", limit = "" }) =>
      `You can add up to ${limit} models to ${runtime}; remove one first`,
  },
  not_listed: {
    status: 422,
    label: "Model not listed by CLI",
    message: ({ model = "", runtime = "", version = "" }) =>
      `${runtime} ${version} does not list "${model}". Check the spelling, or add it anyway with allow_unlisted`,
  },
  in_use: {
    status: 422,
    label: "Model in use",
    message: ({ model = "" }) =>
      `"${model}" is a default for new sessions. Choose another default in Settings, then remove it`,
  },
});
