import { defineRefusals } from "../../../lib/errors.ts";

const notStarted = (message: string) => ({ status: 422, label: "Not started", message });
const notMoved = (message: string) => ({ status: 422, label: "Not moved", message });

export const queueRefusal = defineRefusals({
  not_waiting: notStarted("No turn of the session is queued"),
  nothing_queued: notStarted("No turn of the session is queued; send it a message"),
  asleep: notStarted("The session sleeps until its wake; send it a message to wake it now"),
  sign_in: notStarted("Its MCP servers need a sign-in first"),
  held: {
    status: 422,
    label: "Not started",
    message: ({ detail = "" }) =>
      `The spot policy holds it: ${detail} Make it a priority session to start it now`,
  },
  victim_missing: {
    status: 422,
    label: "Missing parameter",
    message: "expected_victim_id is required: the session whose turn would be stopped",
  },
  thread_free: notStarted("A thread is free; the turn starts without stopping another"),
  no_victim: notStarted("No running turn can be stopped"),
  victim_changed: {
    status: 422,
    label: "Not started",
    message: ({ id = "", title = "" }) =>
      `The turn that would be stopped is now that of session ${id}, “${title}”; look again before you stop it`,
  },
  victim_ended: notStarted(
    "The turn that would have been stopped has just ended; the queued one starts by itself",
  ),
  own_neighbor: notMoved("A session cannot be its own neighbor"),
  not_in_class: {
    status: 422,
    label: "Not moved",
    message: ({ id = "" }) =>
      `Session ${id} is not an open session of the same class; read the order again and move it there`,
  },
  not_open: {
    status: 422,
    label: "Not moved",
    message: ({ id = "" }) => `Session ${id} is not an open session; read the order again`,
  },
  named_twice: notMoved("A session is named twice"),
  archived: notMoved("The session is archived; unarchive it first"),
  cannot_pause: {
    status: 422,
    label: "Cannot pause",
    message: ({ status = "" }) => `A session that is ${status} cannot be put into the spot queue`,
  },
});
