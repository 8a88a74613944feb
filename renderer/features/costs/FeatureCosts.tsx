import type { CostReport } from "../../../server/domains/usage/costs/model.ts";
import { formatShare } from "../../lib/percent.ts";
import { CsvButton } from "./CsvButton.tsx";
import { formatCount, formatDollars } from "./format-cost.ts";
import { onlyOnWideScreens, TableHead } from "./TableHead.tsx";
import { text } from "./text.ts";

type Feature = CostReport["by_feature"][number];
type Owner = keyof typeof text.features.owners;

const colors: Readonly<Record<Owner, string>> = {
  work: "var(--series-1)",
  harness: "var(--series-2)",
  service: "var(--series-3)",
  none: "var(--series-rest)",
};
const owners = Object.keys(colors) as Owner[];
const ownerOf = ({ owner }: Feature): Owner => owner ?? "none";

/** What the prompts and answers consisted of (R186): a bar by who decides, then each feature. */
export function FeatureCosts({ features, title }: { features: readonly Feature[]; title: string }) {
  if (features.length === 0) return null;
  const names = text.features.columns;
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{title}</h2>
        <CsvButton
          of={title}
          file="costs-by-feature"
          columns={names}
          rows={features.map((feature) => [
            feature.label,
            text.features.owners[ownerOf(feature)],
            feature.cost_usd,
            feature.share,
            feature.tokens,
            feature.cache_read_tokens,
            feature.prompt_tokens,
            feature.output_tokens,
          ])}
        />
      </div>
      <p className="mb-2 text-2xs text-soft">{text.features.intro}</p>
      <OwnerBar features={features} />
      <Table features={features} title={title} />
      <p className="mt-2 text-2xs text-faint">{text.features.blindSpots}</p>
    </section>
  );
}

function OwnerBar({ features }: { features: readonly Feature[] }) {
  const shares = owners.map((owner) => ({
    owner,
    share: features
      .filter((feature) => ownerOf(feature) === owner)
      .reduce((sum, { share }) => sum + share, 0),
  }));
  return (
    <figure aria-label={text.features.bar} className="m-0 mb-2 flex flex-col gap-1.5">
      <div aria-hidden className="flex h-4 gap-px overflow-hidden rounded-sm bg-sunken">
        {shares.map(({ owner, share }) => (
          <span key={owner} style={{ width: `${share * 100}%`, background: colors[owner] }} />
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-3 gap-y-1 text-2xs text-soft">
        {shares.map(({ owner, share }) => (
          <span key={owner} className="inline-flex items-center gap-1.5 tabular-nums">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: colors[owner] }} />
            {text.features.owners[owner]} {formatShare(share)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** On a phone, only what it costs. */

function Table({ features, title }: { features: readonly Feature[]; title: string }) {
  const [name, owner, ...figures] = text.features.columns;
  return (
    <table aria-label={title} className="w-full text-xs tabular-nums">
      <TableHead
        of={name}
        columns={[
          { label: owner, isText: true, onlyWide: true },
          ...figures.map((label, at) => ({ label, onlyWide: at > 2 })),
        ]}
      />
      <tbody>
        {features.map((feature) => (
          <tr key={feature.feature}>
            <th scope="row" title={feature.blurb} className="w-full max-w-0 py-1 text-start font-normal">
              <span className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  className="size-2.5 shrink-0 rounded-sm"
                  style={{ background: colors[ownerOf(feature)] }}
                />
                <span className="truncate">{feature.label}</span>
              </span>
            </th>
            <td className={`ps-3 whitespace-nowrap text-soft ${onlyOnWideScreens}`}>
              {feature.owner === null ? "\u2013" : text.features.owners[feature.owner]}
            </td>
            <td className="ps-3 text-end whitespace-nowrap">{formatDollars(feature.cost_usd)}</td>
            <td className="ps-3 text-end">{formatShare(feature.share)}</td>
            <td className="ps-3 text-end">{formatCount(feature.tokens)}</td>
            {[feature.cache_read_tokens, feature.prompt_tokens, feature.output_tokens].map((tokens, at) => (
              <td key={text.features.columns[at + 5]} className={`ps-3 text-end ${onlyOnWideScreens}`}>
                {formatCount(tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
