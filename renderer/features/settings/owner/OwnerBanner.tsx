import { Link } from "@tanstack/react-router";
import { UserRound } from "lucide-react";
import { useState } from "react";
import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";
import { Button } from "../../../ui/Button.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useMe, useOwner, useOwnerSuggestion, useSaveOwner } from "./api.ts";
import { text } from "./text.ts";
import { isUnconfirmed, namedElsewhere, suggestionText } from "./view-model.ts";

/** Asks at the first start whether the name from git is right. */
export function OwnerBanner() {
  const [putOff, setPutOff] = useState(() => readStored(storageKeys.ownerPrompt) === "put_off");
  const owner = useOwner().data?.owner;
  const isOpen = !putOff && owner !== undefined && isUnconfirmed(owner);
  const { data: caller } = useMe(isOpen);
  const asks = isOpen && caller !== undefined && namedElsewhere(caller) === null;
  const { data: suggestion } = useOwnerSuggestion(asks);
  const { mutate, isPending } = useSaveOwner();
  const offer = suggestion ? suggestionText(suggestion) : null;
  if (!asks || !suggestion || suggestion.name === null || offer === null) return null;
  const profile = { name: suggestion.name, email: suggestion.email };
  const agree = (): void =>
    mutate(profile, {
      onSuccess: () => toastSuccess(text.banner.savedAs(profile.name)),
      onError: (error) => toastError(text.form.saveFailed, error),
    });
  const leave = (): void => {
    writeStored(storageKeys.ownerPrompt, "put_off");
    setPutOff(true);
  };
  return (
    <aside
      aria-label={text.page.title}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <UserRound aria-hidden className="size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {text.banner.question} <span className="font-medium">{offer}</span>
      </p>
      <span className="flex flex-wrap items-center gap-2">
        <Button size="small" variant="primary" busy={isPending} onClick={agree}>
          {text.banner.yes}
        </Button>
        <Link
          to="/settings/$section"
          params={{ section: "you" }}
          className="text-xs text-accent hover:underline"
        >
          {text.banner.edit}
        </Link>
        <Button size="small" variant="quiet" onClick={leave}>
          {text.banner.notNow}
        </Button>
      </span>
    </aside>
  );
}
