import type { Planned } from "./engine.ts";
import { deciderOf, endOf, isAnswered, type NaiveAccount, namesOf, workspaceOf } from "./naive.ts";
import { changeOf, hostOf } from "./verdict.ts";

/** An account before and after a change. */
export type Both = readonly [before: NaiveAccount, after: NaiveAccount];

/** A pattern as a review has it: where the names that it takes end. */
export interface PatternRoute {
  readonly workspace: string;
  readonly by: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly isInUse: boolean;
  readonly isMoved: boolean;
}

/** Names whose requests were answered and go to a model of another provider, on a host that no mapping used; or that no provider had. */
export function naiveNewHosts(
  [before, after]: Both,
  patterns: readonly PatternRoute[],
): { readonly unused: string[]; readonly unknown: string[] } {
  const providerOf = (account: NaiveAccount, model: string) =>
    account.things.find(({ name }) => name === model)?.to("providerId");
  const hostBefore = (provider: string | undefined) =>
    hostOf(before.things.find(({ name }) => name === provider)?.args);
  const mapped = namesOf([before, after]).filter(([workspace, name]) => deciderOf(before, workspace, name));
  const models = [
    ...mapped.map(([workspace, name]) => endOf(before, workspace, name)),
    ...patterns.flatMap(({ from }) => from ?? []),
  ];
  const used = new Set(models.map((model) => hostBefore(providerOf(before, model))));
  const all = new Set(
    before.things.filter(({ kind }) => kind === "ModelProvider").map(({ args }) => hostOf(args)),
  );
  const hostIn = (provider: string | undefined) =>
    hostOf(after.things.find(({ name }) => name === provider)?.args);
  const besides = (hosts: ReadonlySet<string>) =>
    namesOf([before, after]).flatMap(([workspace, name]) => {
      const [old, now] = [before, after].map((account) =>
        providerOf(account, endOf(account, workspace, name)),
      );
      const isLed = isAnswered(before, workspace, name) && now !== undefined && now !== old;
      return isLed && !hosts.has(hostIn(now)) ? [`${workspace} ${name}`] : [];
    });
  return { unused: besides(used), unknown: besides(all) };
}

/** How many routes were in use, and how many of them moved: at least and at most, where only the `up` can say. */
export function naiveMoves(
  [before, after]: Both,
  patterns: readonly PatternRoute[],
): { readonly total: number; readonly least: number; readonly most: number } {
  const used = namesOf([before, after]).filter(([workspace, name]) => isAnswered(before, workspace, name));
  const of = (isSo: (then: string, now: string) => boolean) =>
    used.filter(([workspace, name]) => {
      const [then = "", now = ""] = [before, after].map((account) => contextOf(account, workspace, name));
      return isSo(then, now);
    }).length;
  const sure = of((then, now) => then !== now && !(isOutside(then) && isOpen(now)));
  const open = of((then, now) => isOutside(then) && isOpen(now));
  const ofPatterns = patterns.filter(({ isInUse, isMoved }) => isInUse && isMoved).length;
  return {
    total: used.length + patterns.filter(({ isInUse }) => isInUse).length,
    least: sure + ofPatterns,
    most: sure + open + ofPatterns,
  };
}

/** Where a name ends; at a gateway name that no model has, this. */
function contextOf(account: NaiveAccount, workspace: string, name: string): string {
  const end = endOf(account, workspace, name);
  const target = deciderOf(account, workspace, name)?.args.targetModel;
  return end === "none" && target !== undefined ? `outside ${target}` : end;
}

const isOutside = (end: string) => end.startsWith("outside ");
const isOpen = (end: string) => end === "open" || end === "?";

/** Models that become more expensive, and what leads a name or a pattern to such a one; `above`: by more than this part of it. */
export function naiveDearer(
  planned: readonly Planned[],
  both: Both,
  patterns: readonly PatternRoute[],
  above = 0,
): string[] {
  const isDearer: CostTest = (old, now) =>
    ["inputCost", "outputCost"].some((key) => changeOf({ before: old, after: now }, key) > above);
  const own = planned.filter(
    ({ kind, before, after }) => kind === "Model" && before && after && isDearer(before, after),
  );
  return [
    ...new Set([...own.map(({ name }) => name), ...ledTo(isDearer, planned, both, patterns)]),
  ].toSorted();
}

/** What leads a name or a pattern from a model with a cost to one that costs nothing. */
export function naiveFreed(
  planned: readonly Planned[],
  both: Both,
  patterns: readonly PatternRoute[],
): string[] {
  const isFreed: CostTest = (old, now) =>
    ["inputCost", "outputCost"].some((key) => Number(old[key]) > 0 && Number(now[key]) <= 0);
  return ledTo(isFreed, planned, both, patterns);
}

type Costs = NonNullable<Planned["before"]>;
type CostTest = (old: Costs, now: Costs) => boolean;

/** What decides where a name or a pattern goes that moves between two models of which the test is true. */
function ledTo(
  test: CostTest,
  planned: readonly Planned[],
  [before, after]: Both,
  patterns: readonly PatternRoute[],
): string[] {
  const models = new Map(planned.filter(({ kind }) => kind === "Model").map((each) => [each.name, each]));
  const isSo = (from: string | undefined, to: string | undefined) => {
    const [old, now] = [models.get(from ?? "")?.before, models.get(to ?? "")?.after];
    return from !== to && old !== undefined && now !== undefined && test(old, now);
  };
  const names = namesOf([before, after]).flatMap(([workspace, name]) => {
    const [from, to] = [endOf(before, workspace, name), endOf(after, workspace, name)];
    return isSo(from, to) ? [deciderOf(after, workspace, name)?.name ?? to] : [];
  });
  return [...names, ...patterns.flatMap(({ from, to, by }) => (isSo(from, to) ? (by ?? []) : []))];
}

/** The names of a sentence about routes, each with its workspace: that of what decides. */
export function namesIn(reason: string, decider: string): string[] {
  const [names = ""] = /^Requests for (.*?) go to/.exec(reason)?.slice(1) ?? [];
  return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${workspaceOf(decider)} ${name}`);
}
