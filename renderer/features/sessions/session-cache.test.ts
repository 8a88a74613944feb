import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { someSession } from "./session.test-data.ts";
import {
  dropSession,
  type OneSession,
  type OpenSessions,
  sessionKeys,
  storeSession,
} from "./session-cache.ts";

describe("the caches", () => {
  const filled = () => {
    const client = new QueryClient();
    const session = someSession({ id: 1 });
    client.setQueryData<OpenSessions>(sessionKeys.open, { sessions: [session], truncated: false });
    client.setQueryData(sessionKeys.one("1"), { session } as OneSession);
    return client;
  };

  it("show a change on the board and on the session's page at once", () => {
    const client = filled();
    storeSession(client, someSession({ id: 1, status: "failed" }));
    expect(client.getQueryData<OpenSessions>(sessionKeys.open)?.sessions[0]?.status).toBe("failed");
    expect(client.getQueryData<OneSession>(sessionKeys.one("1"))?.session.status).toBe("failed");
  });

  it("lose a deleted session and mark its page for another look", () => {
    const client = filled();
    dropSession(client, 1);
    expect(client.getQueryData<OpenSessions>(sessionKeys.open)?.sessions).toEqual([]);
    expect(client.getQueryState(sessionKeys.one("1"))?.isInvalidated).toBe(true);
  });
});
