import type { Grant, KeyStatus } from "../../../../server/domains/access/api-keys/model.ts";

/** The words of the API keys page. */
export const text = {
  key: {
    changeFailed: "Could not change the key",
    fingerprint: "First characters of its SHA-256",
    created: "Created",
    madeBy: (name: string) => `by ${name}`,
    revokedAt: "Revoked",
    agentsMayUse: "Available to agents",
    revokeNamed: (name: string) => `Revoke ${name}`,
    revoke: "Revoke",
    restoreNamed: (name: string) => `Restore ${name}`,
    restore: "Restore",
    ofIntegration: (name: string) => `Integration ${name}`,
    fromEnvironment: "From API_KEYS",
  },
  page: {
    new: "New key",
    title: "Keys",
    description:
      "Send a key in the X-API-Key header. Keys from the API_KEYS variable appear here after their first use.",
    operations: "API reference",
    loading: "the keys",
    empty: "No keys yet",
    emptyHint: "Create a key for the first program that uses this service.",
    label: "API keys",
  },
  dialog: {
    created: (name: string) => `Key “${name}”`,
    title: "New API key",
    description: "The key works immediately, until you revoke it.",
    failed: "Could not create the key",
    name: "Name",
    nameHint: "Say where the key will be used, so that you know what stops working if you revoke it.",
    access: "Access",
    create: "Create key",
  },
  secret: {
    copyNow: "Copy the key now. Only its fingerprint is stored, so it cannot be shown again.",
    copy: "Copy key",
    done: "Done",
  },
  grantHints: {
    api: "It can read, change and delete every session.",
    quick_router: "It can only start one session at a time through quick start.",
  } as Readonly<Record<string, string>>,
  grants: {
    api: "The whole API",
    quick_router: "Quick start only",
    external_app: "One integration's triggers",
  } satisfies Readonly<Record<Grant, string>>,
  status: {
    active: "Active",
    revoked: "Revoked",
    retired: "No longer listed",
  } satisfies Readonly<Record<KeyStatus, string>>,
};
