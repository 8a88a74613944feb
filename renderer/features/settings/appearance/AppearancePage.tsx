import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import {
  chooseAppearance,
  type Density,
  type TextSize,
  type Theme,
  useAppearance,
} from "./appearance.store.ts";
import { KeyList } from "./KeyList.tsx";
import { text } from "./text.ts";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: text.colors.system },
  { value: "light", label: text.colors.light },
  { value: "dark", label: text.colors.dark },
];
const densities: readonly { value: Density; label: string }[] = [
  { value: "compact", label: text.density.compact },
  { value: "comfortable", label: text.density.comfortable },
  { value: "spacious", label: text.density.spacious },
];
const textSizes: readonly { value: TextSize; label: string }[] = [
  { value: "small", label: text.textSize.small },
  { value: "normal", label: text.textSize.normal },
  { value: "large", label: text.textSize.large },
  { value: "larger", label: text.textSize.larger },
];

interface LineProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
}

function Line<T extends string>(line: LineProps<T>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2">
      <span aria-hidden className="text-sm font-medium">
        {line.label}
      </span>
      <SegmentedControl {...line} />
    </div>
  );
}

export function AppearancePage() {
  const { theme, density, textSize } = useAppearance();
  return (
    <>
      <SettingsSection title={text.page.title} description={text.page.description}>
        <div className="-my-2 divide-y divide-line">
          <Line
            label={text.colors.label}
            value={theme}
            options={themes}
            onChange={(chosen) => chooseAppearance({ theme: chosen })}
          />
          <Line
            label={text.density.label}
            value={density}
            options={densities}
            onChange={(chosen) => chooseAppearance({ density: chosen })}
          />
          <Line
            label={text.textSize.label}
            value={textSize}
            options={textSizes}
            onChange={(chosen) => chooseAppearance({ textSize: chosen })}
          />
        </div>
      </SettingsSection>
      <KeyList />
    </>
  );
}
