import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { authorizeMerge } from "./api.ts";
import { mergeOffer } from "./merge.ts";

interface Props {
  session: Session;
  request: OpenedPullRequest;
}

/** The question first: the agent acts on the word at once. */
function useMerge({ session: { id }, request: { name } }: Props) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const command = useMemo<Command>(
    () => ({
      id: "session.merge",
      label: `Ask the agent to merge ${name}`,
      group: "This session",
      hotkey: "session.merge",
      keywords: "pull request authorise",
      run: () =>
        setAsked({
          title: `Ask the agent to merge ${name}?`,
          description: "The agent checks the status again, resolves conflicts, and merges.",
          actionLabel: "Ask to merge",
          async run() {
            const { message } = await authorizeMerge(id);
            toastSuccess(message);
            await client.invalidateQueries({ queryKey: liveKeys.messages(id) });
          },
        }),
    }),
    [client, id, name],
  );
  return { command, asked, close: (): void => setAsked(null) };
}

/** A person's word that the newest pull request may be merged, or why it cannot be yet. */
export function MergeButton(props: Props) {
  const { command, asked, close } = useMerge(props);
  const offer = mergeOffer(props.request, props.session.status);
  const isOffered = offer?.kind === "offer";
  useRegisterCommands(
    "merge",
    useMemo(() => (isOffered ? [command] : []), [isOffered, command]),
  );
  if (offer === null) return null;
  if (offer.kind === "not_yet") return <span className="text-faint">Cannot merge: {offer.why}</span>;
  return (
    <>
      <Button size="small" onClick={command.run}>
        Ask the agent to merge it
      </Button>
      <ConfirmDialog confirmation={asked} onClose={close} />
    </>
  );
}
