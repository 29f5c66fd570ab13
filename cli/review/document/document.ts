import { howMany, nounOf } from "pulumi-workspace-gateway/tools";
import { areMet, expectationCounts } from "../../expectations/check.js";
import { isInUse, retirementWords } from "../../retirement/retirement.js";
import { shortList } from "../../text/words.js";
import type { Needs } from "../facts/notes.js";
import type { Finding, ObjectChange, Review, Risk } from "../facts/review.js";
import {
  asLine,
  type Block,
  called,
  code,
  countsOf,
  type Item,
  type Line,
  listSection,
  point,
  type ReviewDocument,
  riskSigns,
  type Section,
  small,
} from "./block.js";
import { changesBlock } from "./changes.js";
import { headlineOf } from "./headline.js";
import { routesSection } from "./routes.js";
import { usageSection } from "./usage.js";

export interface Judged {
  readonly passes: boolean;
  /** Whether the verdict already lists the finding. */
  readonly has: (finding: Finding) => boolean;
  readonly section: readonly Section[];
}

export function documentOf(review: Review, judged?: Judged): ReviewDocument {
  const { risk, changes, drift, narrowedBy } = review;
  const name = nameOf(review);
  const { optionChanges, warnings } = review;
  const isRefused = judged?.passes === false;
  const isQuiet = !isRefused && [changes, drift, optionChanges, warnings].every(({ length }) => length === 0);
  const sign = isRefused ? "⛔" : riskSigns[risk];
  return {
    subject: { what: "review", name },
    sign,
    verdict: `${verdictWords(risk, isQuiet ? undefined : judged)}${narrowedBy === undefined ? "" : ", for part of the stack"}`,
    headline: headlineOf(review).map((each) => asLine(each)),
    about: isQuiet
      ? [quietLine(review)]
      : [[code(name)], [countsOf(changes) || "no changes"], [sizeWords(review)], ...narrowedLine(review)],
    isQuiet,
    sections: isQuiet ? [] : sectionsOf(review, judged),
  };
}

function verdictWords(risk: Risk, judged: Judged | undefined): string {
  const words = risk === "none" ? "no risk found" : `${risk} risk`;
  const verdict = judged && (judged.passes ? "Passes the guard, " : "Refused by the guard, ");
  return verdict === undefined ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${verdict}${words}`;
}

function nameOf({ project, stack, compared }: Review): string {
  const name = [project, stack].filter((part) => part !== undefined).join("/") || "stack";
  return compared === undefined ? name : `${compared.from} → ${compared.to}`;
}

const mostNotes = 8;

function quietLine(review: Review): Line {
  const { size, caveats, retirements, narrowedBy } = review;
  const notes = [...retirements.filter(isInUse).map(retirementWords), ...caveats];
  return [
    code(nameOf(review)),
    `: no changes to ${howMany(size.after, "resource")}.`,
    ...(narrowedBy === undefined
      ? []
      : [" Only part of the stack was previewed: ", code(narrowedBy.join(" ")), "."]),
    ...notes.slice(0, mostNotes).flatMap((each) => [" ", ...asLine(each)]),
    ...(notes.length > mostNotes ? [` ${howMany(notes.length - mostNotes, "more note")}.`] : []),
  ];
}

function narrowedLine({ narrowedBy }: Review): Line[] {
  return narrowedBy === undefined ? [] : [["narrowed by ", code(narrowedBy.join(" "))]];
}

function sizeWords({ size }: Review): string {
  const after = howMany(size.after, "resource");
  return size.before === size.after ? after : `${size.before} → ${after}`;
}

function sectionsOf(review: Review, judged: Judged | undefined): Section[] {
  const { changes, drift, findings, needs, optionChanges, warnings, workspaces } = review;
  const unknown = [...review.unread, ...review.caveats];
  const found = Map.groupBy(findings, ({ urn }) => urn);
  const shown = new Set(changes.flatMap(({ urn, fields }) => fields.map(({ name }) => `${urn} ${name}`)));
  return [
    ...(judged?.section ?? []),
    ...listSection("Cannot be undone", needs.irreversible.map(point)),
    ...findingsSection(
      findings.filter((finding) => !isOfExpectations(finding) && !isOfRetirement(finding)),
      review,
      judged?.has,
    ),
    ...expectationsSection(review, judged?.has),
    ...retirementSection(review),
    ...usageSection(review),
    ...routesSection(review),
    ...changesSection("Changes", changes, changesBlock(changes, { findings: found, workspaces })),
    ...listSection("Only options change", optionChanges.map(optionItem)),
    ...changesSection(
      "Changed on the gateway since the last `up`",
      drift,
      // Do not repeat a long difference that is already shown under Changes.
      changesBlock(drift, { workspaces, isAbove: (urn, name) => shown.has(`${urn} ${name}`) }),
    ),
    ...listSection(
      "Preview warnings",
      warnings.map((each) => point(each.replace(/^warning: /, ""))),
    ),
    ...(changes.length === 0 ? [] : [needsSection(needs)]),
    ...listSection("Limits of this review", unknown.map(point)),
  ];
}

/** The object stays unchanged. Only Pulumi's handling of it changes. */
function optionItem({ kind, name, words }: Review["optionChanges"][number]): Item {
  return { line: [`${nounOf({ name: kind })} `, code(name), " ", ...asLine(words)] };
}

function changesSection(title: string, changes: readonly ObjectChange[], block: Block): Section[] {
  return changes.length === 0 ? [] : [{ title, blocks: [block] }];
}

const mostScopes = 40;

function needsSection({ scopes, app, writes, reads }: Needs): Section {
  const all = scopes.slice(0, mostScopes).flatMap((scope, at) => [...(at === 0 ? [] : [", "]), code(scope)]);
  const left = scopes.length - mostScopes;
  const items = [
    {
      line: ["scopes: ", ...(all.length === 0 ? ["none"] : all), ...(left > 0 ? [` and ${left} more`] : [])],
    },
    ...(app ? [{ line: ["the app's own credentials, for gateway keys"] }] : []),
    { line: [`${howMany(writes, "write")} and at most ${howMany(reads, "read")}`] },
  ];
  const title = `The \`up\` needs ${howMany(scopes.length, "scope")} and ${howMany(writes + reads, "request")}`;
  return { title, isFolded: true, blocks: [{ is: "list", items }] };
}

export function isOfExpectations({ rule }: Pick<Finding, "rule">): boolean {
  return rule === "expectation-broken" || rule === "expectation-open";
}

function expectationsSection(
  { expectations = [], findings }: Review,
  isListed: (finding: Finding) => boolean = () => false,
): readonly Section[] {
  const broken = findings.filter(isOfExpectations);
  const repaired = expectations.filter(({ is }) => is === "repairs");
  const results = expectations.map(({ result }) => result);
  const items: Item[] = [
    ...broken
      .filter((finding) => !isListed(finding))
      .map(({ risk, reason }): Item => ({ risk, line: ["Broken: ", ...asLine(reason)] })),
    ...repaired.map(
      ({ result: { file, line, column, expected, workspace } }): Item => ({
        line: [
          `Repaired: ${file}:${line}:${column}, `,
          ...asLine(expected),
          ...(workspace === undefined ? [] : [" in ", code(workspace)]),
        ],
      }),
    ),
    ...(areMet(results) ? [] : [{ line: [`After the change: ${expectationCounts(results)}.`] }]),
  ];
  const isConcerned = broken.length + repaired.length > 0;
  return isConcerned ? listSection("Gateway expectations", items) : [];
}

/** The maximum number of expanded findings per rule, so that one rule cannot bury the others. */
const openOfRule = 5;

/** Most severe first. Within a rule, the largest change comes first. */
function findingsSection(
  all: readonly Finding[],
  { changes, workspaces }: Pick<Review, "changes" | "workspaces">,
  isListed: (finding: Finding) => boolean = () => false,
): readonly Section[] {
  const findings = all.filter((finding) => !isListed(finding));
  const placeOf = new Map(
    changes.map(({ urn, workspace = "" }) => [urn, workspaces[workspace] ?? workspace]),
  );
  const rules = [...Map.groupBy(findings, ({ risk, rule }) => `${risk} ${rule}`).values()].map((same) => {
    const sorted = same.toSorted((a, b) => weightOf(b) - weightOf(a));
    const items = alike(sorted).flatMap((group) => findingItem(group, placeOf));
    // One or two more findings are quicker to read than to unfold.
    const open = items.length <= openOfRule + 2 ? items.length : openOfRule;
    const [shown, hidden] = [items.slice(0, open), items.slice(open)];
    const rest = same.slice(0, hidden.length && 1).map(({ risk, rule }) => {
      return { risk, line: [`${hidden.length} more like these below. `, small(rule)] };
    });
    return { shown: [...shown, ...rest], hidden };
  });
  const hidden = rules.flatMap((rule) => rule.hidden);
  const fold: Block = {
    is: "fold",
    title: howMany(hidden.length, "more finding"),
    blocks: [{ is: "list", items: hidden }],
  };
  return listSection(
    findings.length < all.length ? "Also review" : "Look at this first",
    rules.flatMap(({ shown }) => shown),
  ).map(({ title, blocks }) => ({ title, blocks: hidden.length === 0 ? blocks : [...blocks, fold] }));
}

/** Findings with the same sentence, such as those about one object in several workspaces, become one item. */
function alike(findings: readonly Finding[]): (readonly Finding[])[] {
  return [...Map.groupBy(findings, ({ reason }) => reason).values()].flatMap((group) =>
    group.length > openOfRule ? group.map((each) => [each]) : [group],
  );
}

function findingItem(group: readonly Finding[], placeOf: ReadonlyMap<string, string>): Item | [] {
  const [first] = group;
  if (first === undefined) {
    return [];
  }
  const { risk, rule, reason } = first;
  const names = new Set(group.map(({ name }) => name).filter((name) => !reason.includes(name)));
  const places = new Set(group.map(({ urn }) => placeOf.get(urn) ?? "").filter((place) => place !== ""));
  return {
    risk,
    line: [
      ...[...names].flatMap((name, at) => [at === 0 ? "" : ", ", code(name)]).slice(1),
      ...(names.size === 0 ? [] : [": "]),
      ...asLine(reason),
      ...(places.size < 2 ? [] : [` In ${shortList([...places].map(called))}.`]),
      " ",
      small(rule),
    ],
  };
}

/** A change without a percentage counts as the largest. */
function weightOf({ amount = Number.MAX_VALUE }: Finding): number {
  return amount;
}

function isOfRetirement({ rule }: Pick<Finding, "rule">): boolean {
  return rule === "model-retires";
}

function retirementSection({ retirements, findings }: Review): readonly Section[] {
  const risks = new Map(findings.filter(isOfRetirement).map(({ urn, risk }) => [urn, risk]));
  const items = retirements.filter(isInUse).map((retirement) => {
    const line = asLine(retirementWords(retirement));
    const risk = risks.get(retirement.urn);
    return risk === undefined ? { line } : { risk, line };
  });
  return listSection(
    "Retiring models still in use",
    items.toSorted((a, b) => Number("risk" in b) - Number("risk" in a)),
  );
}
