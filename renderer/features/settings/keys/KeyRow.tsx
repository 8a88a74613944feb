import type { ApiKey } from "../../../../server/domains/access/api-keys/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { LastUsed } from "../../../ui/LastUsed.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { restoreKey, revokeKey, useKeyChange } from "./api.ts";
import { text } from "./text.ts";
import { originOf } from "./view-model.ts";

function Badge({ children, warns = false }: { children: string; warns?: boolean }) {
  const tone = warns ? "bg-needs-soft text-needs" : "bg-sunken text-soft";
  return <span className={`rounded-sm px-1.5 text-2xs font-medium ${tone}`}>{children}</span>;
}

const refused = (error: unknown): void => toastError(text.key.changeFailed, error);

/** No confirmation, because revoking can be undone. */
function useKeyButtons(id: number) {
  const restore = useKeyChange(restoreKey, (message) => toastSuccess(message));
  const undo = () => restore.mutate(id, { onError: refused });
  const revoke = useKeyChange(revokeKey, (message) => toastSuccess(message, { undo }));
  return {
    restore: undo,
    revoke: () => revoke.mutate(id, { onError: refused }),
    busy: restore.isPending || revoke.isPending,
  };
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { fingerprint, grant, created_at, made_by, last_used_at, revoked_at } = apiKey;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
      <span>{text.grants[grant]}</span>
      <span className="font-mono text-2xs" title={text.key.fingerprint}>
        {fingerprint}
      </span>
      <span>
        {text.key.created} <RelativeTime instant={created_at} spoken />
        {made_by !== null && ` ${text.key.madeBy(made_by)}`}
      </span>
      <LastUsed at={last_used_at} />
      {revoked_at !== null && (
        <span>
          {text.key.revokedAt} <RelativeTime instant={revoked_at} spoken />
        </span>
      )}
    </p>
  );
}

export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, status, revoked_at, agent_sessions_use_it } = apiKey;
  const { revoke, restore, busy } = useKeyButtons(id);
  const origin = originOf(apiKey);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-1.5">
          <span
            className={`wrap-anywhere font-medium ${status === "active" ? "" : "text-soft line-through"}`}
          >
            {name}
          </span>
          {status !== "active" && <Badge>{text.status[status]}</Badge>}
          {origin !== null && <Badge>{origin}</Badge>}
          {agent_sessions_use_it && <Badge warns>{text.key.agentsMayUse}</Badge>}
        </p>
        <Facts apiKey={apiKey} />
      </div>
      {revoked_at === null ? (
        <Button size="small" busy={busy} onClick={revoke} aria-label={text.key.revokeNamed(name)}>
          {text.key.revoke}
        </Button>
      ) : (
        <Button size="small" busy={busy} onClick={restore} aria-label={text.key.restoreNamed(name)}>
          {text.key.restore}
        </Button>
      )}
    </li>
  );
}
