import { defineRefusals } from "../../../lib/errors.ts";

export const idempotencyRefusal = defineRefusals({
  other_request: {
    status: 422,
    label: "Idempotency key reused",
    message: "This idempotency key was sent with a different request; use a new key for each request",
  },
  still_running: {
    status: 409,
    label: "Request in progress",
    message: "The first request with this idempotency key is still in progress; try again shortly",
  },
  answer_lost: {
    status: 409,
    label: "Already carried out",
    message:
      "The request with this idempotency key was carried out, but its answer is not available; read what it changed instead of sending it again",
  },
});
