import { defineRefusals } from "../../../lib/errors.ts";

export const webhookRefusal = defineRefusals({
  off: { status: 404, label: "Not Found", message: "Webhooks are off here" },
  not_an_object: { status: 400, label: "Bad Request", message: "Send a JSON object" },
  not_json: {
    status: 400,
    label: "Bad Request",
    message: "Set the content type of the webhook to application/json",
  },
  other_event: {
    status: 400,
    label: "Bad Request",
    message: ({ event }) =>
      `The body is not that of ${event}, the event that the header X-GitHub-Event names`,
  },
  no_delivery_id: { status: 400, label: "Bad Request", message: "The delivery has no id" },
});
