import { howMany } from "pulumi-workspace-gateway/tools";
import type { Finding } from "../facts/review.js";
import type { Item, Section } from "./block.js";
import { asLine, code, listSection, small } from "./lines.js";

/** So many of one rule stand open: a hundred of one kind must not hide the one of another. */
const openOfRule = 5;

/** What to look at first, and why: the most severe first, and of one rule what weighs most. */
export function findingsSection(
  all: readonly Finding[],
  isTold: (finding: Finding) => boolean = () => false,
): readonly Section[] {
  const findings = all.filter((finding) => !isTold(finding));
  const rules = [...Map.groupBy(findings, ({ risk, rule }) => `${risk} ${rule}`).values()].map((same) =>
    same.toSorted((a, b) => weightOf(b) - weightOf(a)),
  );
  const itemOf = ({ risk, rule, name, reason }: Finding): Item => ({
    risk,
    line: [...(reason.includes(name) ? [] : [code(name), ": "]), ...asLine(reason), " ", small(rule)],
  });
  const hidden = rules.flatMap((same) => same.slice(openIn(same)));
  const open = rules.flatMap((same) => [...same.slice(0, openIn(same)).map(itemOf), ...restOf(same)]);
  return listSection(
    {
      title: findings.length < all.length ? "Look at this, too" : "Look at this first",
      share: 0.17,
    },
    open,
  ).map((section) => ({
    ...section,
    blocks:
      hidden.length === 0
        ? section.blocks
        : [
            ...section.blocks,
            {
              is: "fold",
              title: howMany(hidden.length, "more finding"),
              blocks: [{ is: "list", items: hidden.map(itemOf) }],
            },
          ],
  }));
}

/** A rise that cannot be told in percent may be any. */
function weightOf({ amount = Number.MAX_VALUE }: Finding): number {
  return amount;
}

/** One or two more are sooner read than opened. */
function openIn({ length }: readonly Finding[]): number {
  return length <= openOfRule + 2 ? length : openOfRule;
}

function restOf(same: readonly Finding[]): Item[] {
  const [first] = same;
  const count = same.length - openIn(same);
  return first === undefined || count <= 0
    ? []
    : [{ risk: first.risk, line: [`${count} more like these, below. `, small(first.rule)] }];
}
