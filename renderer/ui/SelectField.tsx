import type { ComponentProps, ReactNode } from "react";
import { Field } from "./Field.tsx";
import { Choice } from "./Select.tsx";

interface Props extends ComponentProps<typeof Choice> {
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
}

export function ChoiceField({ label, hint, aside, ...choice }: Props) {
  return (
    <Field label={label} hint={hint} aside={aside}>
      {(ids) => <Choice {...choice} {...ids} />}
    </Field>
  );
}
