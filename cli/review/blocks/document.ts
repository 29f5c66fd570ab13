import { howMany, nounOf } from "pulumi-workspace-gateway/tools";
import { isInUse, retirementWords } from "../../retirement/retirement.js";
import type { Finding, Needs, ObjectChange, Review, Risk } from "../facts/review.js";
import type { Block, Document, Item, Line, Section } from "./block.js";
import { changesBlock } from "./changes.js";
import { expectationsSection, isOfExpectations } from "./expectations-section.js";
import { findingsSection } from "./findings-section.js";
import { asLine, code, countsOf, listSection, point, riskSigns } from "./lines.js";
import { isOfRetirement, retirementSection } from "./retirement-section.js";
import { routesSection } from "./routes-section.js";
import { usageSection } from "./usage-section.js";

const mostHeadlines = 8;

/** What a guard says of a review. */
export interface Judged {
  readonly passes: boolean;
  /** Whether the verdict tells of it already. */
  readonly tells: (finding: Finding) => boolean;
  readonly section: readonly Section[];
}

/** A review in the order in which people need it: the verdict, what cannot be undone, what to look at first, the rest. */
export function documentOf(review: Review, judged?: Judged): Document {
  const { risk, headline, changes, drift } = review;
  const name = nameOf(review);
  const { optionChanges, warnings } = review;
  const isRefused = judged?.passes === false;
  const isQuiet = !isRefused && [changes, drift, optionChanges, warnings].every(({ length }) => length === 0);
  const sign = isRefused ? "⛔" : riskSigns[risk];
  return {
    subject: { what: "review", name },
    sign,
    words: `${wordsOf(risk, isQuiet ? undefined : judged)}${review.narrowedBy === undefined ? "" : ", only a part of the stack"}`,
    headline: headline.slice(0, mostHeadlines).map((each) => asLine(each)),
    about: isQuiet
      ? [quietLine(review)]
      : [[code(name)], [countsOf(changes) || "nothing changes"], [sizeOf(review)], ...narrowedLine(review)],
    isQuiet,
    sections: isQuiet ? [] : sectionsOf(review, judged),
  };
}

function wordsOf(risk: Risk, judged: Judged | undefined): string {
  const words = risk === "none" ? "no risk found" : `${risk} risk`;
  const verdict = judged && (judged.passes ? "Passes the guard, " : "Refused by the guard, ");
  return verdict === undefined ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${verdict}${words}`;
}

/** What a review is of: a stack, or the way from one account to another. */
function nameOf({ project, stack, compared }: Review): string {
  const name = [project, stack].filter((part) => part !== undefined).join("/") || "stack";
  return compared === undefined ? name : `${compared.from} → ${compared.to}`;
}

/** All that there is to say if nothing changes. */
function quietLine(review: Review): Line {
  const { size, caveats, retirements, narrowedBy } = review;
  return [
    code(nameOf(review)),
    `: no changes to ${howMany(size.after, "resource")}.`,
    ...(narrowedBy === undefined
      ? []
      : [" Only a part of the stack was previewed: ", code(narrowedBy.join(" ")), "."]),
    ...[...retirements.filter(isInUse).map(retirementWords), ...caveats]
      .slice(0, 8)
      .flatMap((each) => [" ", ...asLine(each)]),
  ];
}

function narrowedLine({ narrowedBy }: Review): Line[] {
  return narrowedBy === undefined ? [] : [["narrowed by ", code(narrowedBy.join(" "))]];
}

function sizeOf({ size }: Review): string {
  const after = howMany(size.after, "resource");
  return size.before === size.after ? after : `${size.before} → ${after}`;
}

function sectionsOf(review: Review, judged: Judged | undefined): Section[] {
  const { changes, drift, findings, needs, optionChanges, warnings, workspaces } = review;
  const unknown = [...review.unread, ...review.caveats];
  const found = Map.groupBy(findings, ({ urn }) => urn);
  return [
    ...(judged?.section ?? []),
    ...listSection({ title: "Cannot be undone", share: 0.05 }, needs.irreversible.map(point)),
    ...findingsSection(
      findings.filter((finding) => !isOfExpectations(finding) && !isOfRetirement(finding)),
      judged?.tells,
    ),
    ...expectationsSection(review, judged?.tells),
    ...retirementSection(review),
    ...usageSection(review),
    ...routesSection(review),
    ...changesSection({ title: "Changes" }, changes, changesBlock(changes, { findings: found, workspaces })),
    ...listSection({ title: "Only options change", share: 0.05 }, optionChanges.map(optionItem)),
    ...changesSection(
      { title: "Changed on the gateway since the last `up`", share: 0.12 },
      drift,
      changesBlock(shortly(review), { workspaces }),
    ),
    ...listSection(
      { title: "Warnings of the preview", share: 0.04 },
      warnings.map((each) => point(each.replace(/^warning: /, ""))),
    ),
    ...(changes.length === 0 ? [] : [needsSection(needs)]),
    ...listSection({ title: "What this review cannot know", share: 0.04 }, unknown.map(point)),
  ];
}

/** The object stays as it is: what changes is how pulumi treats it. */
function optionItem({ kind, name, words }: Review["optionChanges"][number]): Item {
  return { line: [`${nounOf({ name: kind })} `, code(name), " ", ...asLine(words)] };
}

function changesSection(
  about: Omit<Section, "blocks">,
  changes: readonly ObjectChange[],
  block: Block,
): Section[] {
  return changes.length === 0 ? [] : [{ ...about, blocks: [block] }];
}

/** A long difference that the changes show is not shown twice. */
function shortly({ drift, changes }: Review): ObjectChange[] {
  const shown = new Set(changes.flatMap(({ urn, fields }) => fields.map(({ name }) => `${urn} ${name}`)));
  return drift.map((change) => ({
    ...change,
    fields: change.fields.map((field) =>
      "words" in field || !shown.has(`${change.urn} ${field.name}`)
        ? field
        : { is: "value", name: field.name, words: "is another one: see above" },
    ),
  }));
}

/** What the `up` needs. */
function needsSection({ scopes, app, writes, reads }: Needs): Section {
  const all = scopes.slice(0, 40).flatMap((scope, at) => [...(at === 0 ? [] : [", "]), code(scope)]);
  const items = [
    { line: ["scopes: ", ...(all.length === 0 ? ["none"] : all)] },
    ...(app ? [{ line: ["the app's own credentials, for gateway keys"] }] : []),
    { line: [`requests: ${writes} to change something, at most ${reads} to read`] },
  ];
  const title = `The \`up\` needs ${howMany(scopes.length, "scope")} and ${howMany(writes + reads, "request")}`;
  return { title, share: 0.04, isFolded: true, blocks: [{ is: "list", items }] };
}
