/** The sign-in under which a browser subscribed; null if the board needs no sign-in. */
export type Holder = { kind: "connection" | "sign_in"; id: number } | null;

interface HolderColumns {
  grantId: number | null;
  signInId: number | null;
}

export const columnsOf = (holder: Holder): HolderColumns => ({
  grantId: holder?.kind === "connection" ? holder.id : null,
  signInId: holder?.kind === "sign_in" ? holder.id : null,
});

export function holderIn({ grantId, signInId }: HolderColumns): Holder {
  if (grantId !== null) return { kind: "connection", id: grantId };
  return signInId === null ? null : { kind: "sign_in", id: signInId };
}
