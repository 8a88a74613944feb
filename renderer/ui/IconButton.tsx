import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";

/** A button with only an icon; its label is the accessible name and the tooltip. */
export function IconButton({ label, ...rest }: { label: string } & ComponentProps<typeof Button>) {
  return <Button variant="quiet" size="icon" aria-label={label} title={label} {...rest} />;
}
