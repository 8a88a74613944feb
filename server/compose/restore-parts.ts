import type { RestorePart } from "../db/restore-part.ts";
import { apiKeyRestore } from "../domains/access/api-keys/restore-part.ts";
import { browserSignInRestore } from "../domains/access/browser-sign-ins/restore-part.ts";
import { deviceRestore } from "../domains/access/devices/restore-part.ts";
import { lanRestore } from "../domains/access/lan/restore-part.ts";
import { oauthRestore } from "../domains/access/oauth/restore-part.ts";
import { webSignInRestore } from "../domains/access/web-sign-in/restore-part.ts";
import { accountRestore } from "../domains/agents/accounts/restore-part.ts";
import { mcpAppRestore } from "../domains/agents/mcp-apps/restore-part.ts";
import { mcpConnectionRestore } from "../domains/agents/mcp-connections/restore-part.ts";
import { integrationRestore } from "../domains/automation/integrations/restore-part.ts";
import { triggerRestore } from "../domains/automation/triggers/restore-part.ts";
import { pushRestore } from "../domains/inbox/push/restore-part.ts";
import { sessionRestore } from "../domains/sessions/sessions/restore-part.ts";
import { messageRestore } from "../domains/turns/messages/restore-part.ts";
import { repositorySandboxRestore } from "../domains/workspace/sandboxes/restore-part.ts";
import { repositoryTrustRestore } from "../domains/workspace/trust/restore-part.ts";

/** What each domain keeps when a backup replaces the data. Devices and push come after what they belong to. */
export const restoreParts: readonly RestorePart[] = [
  webSignInRestore,
  browserSignInRestore,
  accountRestore,
  mcpConnectionRestore,
  apiKeyRestore,
  oauthRestore,
  deviceRestore,
  pushRestore,
  integrationRestore,
  lanRestore,
  repositoryTrustRestore,
  repositorySandboxRestore,
  mcpAppRestore,
  triggerRestore,
  sessionRestore,
  messageRestore,
];
