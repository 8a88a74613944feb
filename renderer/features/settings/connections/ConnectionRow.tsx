import type { OauthGrant, Privilege } from "../../../../server/domains/access/oauth/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { LastUsed } from "../../../ui/LastUsed.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { text } from "./text.ts";
import { privilegeOptions, provenanceOf, titleOf } from "./view-model.ts";

function Facts({ grant }: { grant: OauthGrant }) {
  const { user_email, created_at, last_used_at } = grant;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-faint">
      <span className={grant.publisher_host === null && !grant.first_party ? "text-needs" : ""}>
        {provenanceOf(grant)}
      </span>
      <span className="wrap-anywhere">{text.connection.approvedBy(user_email)}</span>
      <span>
        {text.connection.connected} <RelativeTime instant={created_at} spoken />
      </span>
      <LastUsed at={last_used_at} />
    </p>
  );
}

/** The last change and its time. */
function History({ reason, instant }: { reason: string | null; instant: string | null }) {
  if (instant === null) return null;
  return (
    <p className="text-xs text-faint">
      {reason ?? text.connection.changed}, <RelativeTime instant={instant} spoken />
    </p>
  );
}

function Heading({ grant }: { grant: OauthGrant }) {
  const { client_label, client_name, current, status } = grant;
  return (
    <p className="flex flex-wrap items-baseline gap-1.5">
      <span className={`wrap-anywhere font-medium ${status === "active" ? "" : "text-soft line-through"}`}>
        {titleOf(grant)}
      </span>
      {client_label !== null && <span className="text-xs wrap-anywhere text-soft">{client_name}</span>}
      {current && (
        <span className="rounded-sm bg-sunken px-1.5 text-2xs font-medium text-soft">
          {text.connection.isThis}
        </span>
      )}
    </p>
  );
}

interface Props {
  grant: OauthGrant;
  busy: boolean;
  onPrivilege(privilege: Privilege): unknown;
  onRevoke(): void;
}

/** A connected program or phone, with its privilege. */
export function ConnectionRow({ grant, busy, onPrivilege, onRevoke }: Props) {
  const title = titleOf(grant);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-72">
        <Heading grant={grant} />
        <Facts grant={grant} />
        <History reason={grant.scope_change_reason} instant={grant.scope_changed_at} />
      </div>
      <div className="flex items-center gap-2">
        <SegmentedControl
          label={text.connection.privilegeOf(title)}
          value={grant.privilege}
          options={privilegeOptions}
          onChange={onPrivilege}
        />
        <Button size="small" busy={busy} onClick={onRevoke} aria-label={text.connection.revokeNamed(title)}>
          {text.connection.revoke}
        </Button>
      </div>
    </li>
  );
}

export function RevokedRow({ grant }: { grant: OauthGrant }) {
  return (
    <li className="border-b border-line py-2.5 last:border-0">
      <Heading grant={grant} />
      <Facts grant={grant} />
      <History reason={grant.revocation_reason} instant={grant.revoked_at} />
    </li>
  );
}
