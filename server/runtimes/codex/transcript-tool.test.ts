import { expect, it } from "vitest";
import { nestedToolEvents } from "./transcript-tool.ts";

it.each([
  ["Failed to create unified exec process: No such file or directory", "failed"],
  ["execution error: Io(Os { code: 2 })", "failed"],
  ["", "declined"],
])("a command that was not started has failed (%j, %s)", (aggregated_output, status) => {
  const command = ["/no/such/shell", "-c", "ls"];
  const item = {
    type: "CommandExecution",
    id: "exec-20d2",
    command,
    exit_code: -1,
    aggregated_output,
    status,
  };
  expect(nestedToolEvents(item, null).at(-1)).toEqual({
    type: "tool_result",
    callId: "exec-20d2",
    text: aggregated_output,
    isError: true,
  });
});

it("a command that was ended with its turn is cut off, whatever it printed", () => {
  const item = {
    type: "CommandExecution",
    id: "exec-20d3",
    command: ["/bin/bash", "-c", "npm test"],
    exit_code: -1,
    aggregated_output: "ok 1\n",
    status: "failed",
  };
  expect(nestedToolEvents(item, null).at(-1)).toMatchObject({ isError: false, cutOff: true });
});
