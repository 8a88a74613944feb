import type { ComponentProps, ReactNode } from "react";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";

interface Props extends ComponentProps<typeof Select> {
  label: string;
  hint?: ReactNode;
  aside?: ReactNode;
}

export function SelectField({ label, hint, aside, ...choice }: Props) {
  return (
    <Field label={label} hint={hint} aside={aside}>
      {(ids) => <Select {...choice} {...ids} />}
    </Field>
  );
}
