import type { ClockPart } from "../db/clock-part.ts";
import { apiKeyClock } from "../domains/access/api-keys/clock-part.ts";
import { browserSignInClock } from "../domains/access/browser-sign-ins/clock-part.ts";
import { deviceClock } from "../domains/access/devices/clock-part.ts";
import { idempotencyClock } from "../domains/access/idempotency/clock-part.ts";
import { oauthClock } from "../domains/access/oauth/clock-part.ts";
import { webSignInClock } from "../domains/access/web-sign-in/clock-part.ts";
import { accountClock } from "../domains/agents/accounts/clock-part.ts";
import { mcpConnectionClock } from "../domains/agents/mcp-connections/clock-part.ts";
import { triggerClock } from "../domains/automation/triggers/clock-part.ts";
import { pullRequestClock } from "../domains/review/pull-requests/clock-part.ts";
import { elicitationClock } from "../domains/sessions/elicitations/clock-part.ts";
import { sessionClock } from "../domains/sessions/sessions/clock-part.ts";

/** What every domain changes in its rows when somebody set the machine's clock. */
export const clockParts: readonly ClockPart[] = [
  accountClock,
  apiKeyClock,
  browserSignInClock,
  deviceClock,
  elicitationClock,
  idempotencyClock,
  mcpConnectionClock,
  oauthClock,
  pullRequestClock,
  sessionClock,
  triggerClock,
  webSignInClock,
];
