import { isUnknown, type Json, unknownValue, type Values } from "pulumi-workspace-gateway/tools";
import type { Course, ResourceDecision } from "./course.js";
import type { Goal } from "./goal.js";
import { openedValues, sealedLike } from "./property-values.js";
import type { Difference, ProviderAnswers, ResourceSubject } from "./providers/answering.js";
import type { ResourceRecord } from "./resource-record.js";
import { DeploymentStopped } from "./stopped.js";

/** Decides what is to be done about each resource, as the engine does: by what it was, its checked inputs, and their differences. */
export class Planner {
  /** The former URNs by which resources of this run were found, by their URNs now. */
  readonly foundAs = new Map<string, string>();
  /** What is deleted before something that it depends on is replaced, and so made anew, with the reasons. */
  private readonly condemned = new Map<string, readonly string[]>();

  constructor(private readonly course: Course) {}

  /** Fails if the inputs are wrong, once everything that is wrong with them is told. */
  async decide(
    goal: Goal,
    urn: string,
    aliases: readonly string[],
    provider: ProviderAnswers | undefined,
  ): Promise<ResourceDecision> {
    const subject = { urn, type: goal.type, name: goal.name };
    const old = this.formerly(urn, aliases);
    if (provider === undefined) {
      const isSame = old !== undefined && sameValues(old.inputs, goal.inputs);
      return decision(isSame ? "same" : old === undefined ? "create" : "update", goal.inputs, old);
    }
    const wasManaged = old !== undefined && !old.external && !this.condemned.has(old.urn);
    const news = old === undefined ? goal.inputs : withIgnored(goal, old);
    const inputs = await this.checked(subject, provider, wasManaged ? old.inputs : {}, news);
    if (old === undefined) {
      return { ...decision("create", inputs), provider };
    }
    if (!wasManaged) {
      const replaces = this.condemned.get(old.urn) ?? [];
      return { ...decision("replace", inputs, old), provider, replaces };
    }
    const difference = await this.differing(subject, goal, provider, old, inputs);
    const { changes, replaces, detailed } = difference;
    if (!changes) {
      return { ...decision("same", inputs, old), provider };
    }
    if (replaces.length === 0) {
      return { ...decision("update", inputs, old), provider, detailed };
    }
    this.assertReplaceable(goal, old, urn);
    const anew = await this.checked(subject, provider, {}, goal.inputs);
    if (
      goal.options.hasDeleteBeforeReplace()
        ? goal.options.getDeleteBeforeReplace()
        : difference.deleteBeforeReplace
    ) {
      await this.condemnDependents(old);
    }
    return { ...decision("replace", anew, old), provider, replaces, detailed };
  }

  private formerly(urn: string, aliases: readonly string[]): ResourceRecord | undefined {
    const found = [urn, ...aliases].find((each) => this.course.olds.has(each));
    if (found !== undefined && found !== urn) {
      this.foundAs.set(urn, found);
    }
    return found === undefined ? undefined : this.course.olds.get(found);
  }

  private async checked(
    subject: ResourceSubject,
    provider: ProviderAnswers,
    olds: Values,
    news: Values,
  ): Promise<Values> {
    const { inputs, failures } = await provider.check(subject, openedValues(olds), openedValues(news));
    for (const { property, reason } of failures) {
      const about = property === "" ? "" : `: property ${property}`;
      const message = `${subject.type} resource '${subject.name}'${about} has a problem: ${reason}`;
      this.course.tell({ severity: "error", message, urn: subject.urn });
    }
    if (failures.length > 0) {
      throw new DeploymentStopped();
    }
    return sealedLike(inputs, news);
  }

  private async differing(
    subject: ResourceSubject,
    goal: Goal,
    provider: ProviderAnswers,
    old: ResourceRecord,
    inputs: Values,
  ): Promise<Difference> {
    const trigger = goal.options.getReplacementTrigger()?.toJavaScript();
    const was = old.replacementTrigger;
    if (was !== undefined && trigger !== undefined && JSON.stringify(trigger) !== was) {
      return { changes: true, replaces: ["replacementTrigger"], deleteBeforeReplace: false };
    }
    return provider.diff(subject, old.id ?? "", openedValues(old.outputs), openedValues(inputs));
  }

  private assertReplaceable(goal: Goal, old: ResourceRecord, urn: string): void {
    if (old.protect && goal.options.getProtect()) {
      throw new Error(
        `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, ` +
          "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`",
      );
    }
  }

  /** What depends on an object that goes first, and cannot live on without it, is deleted before it. */
  private async condemnDependents(root: ResourceRecord): Promise<void> {
    const gone = new Set([root.urn]);
    for (const old of this.course.olds.values()) {
      const depends = (name: string) => old.propertyDependencies[name]?.some((urn) => gone.has(urn)) === true;
      if (!old.custom || old.external || !Object.keys(old.inputs).some(depends)) {
        continue;
      }
      const news = Object.fromEntries(
        Object.entries(old.inputs).map(([name, value]) => [name, depends(name) ? unknownValue : value]),
      );
      const subject = { urn: old.urn, type: old.type, name: old.urn.split("::").slice(3).join("::") };
      const provider = await this.course.providerOf(old.type, old.provider);
      const { replaces } = await provider.diff(
        subject,
        old.id ?? "",
        openedValues(old.outputs),
        openedValues(news),
      );
      if (replaces.length > 0) {
        gone.add(old.urn);
        this.condemned.set(old.urn, []);
      }
    }
  }
}

function decision(op: ResourceDecision["op"], inputs: Values, old?: ResourceRecord): ResourceDecision {
  return old === undefined ? { op, inputs } : { op, inputs, old };
}

/** The inputs with what the state has of the properties whose changes are ignored. */
function withIgnored({ inputs, options }: Goal, old: ResourceRecord): Values {
  const ignored = options.getIgnoreChangesList();
  return ignored.reduce<Values>((values, path) => {
    const parts = path === "*" ? [] : path.split(/[.[\]"]+/).filter((part) => part !== "");
    return path === "*" ? old.inputs : reset(values, old.inputs, parts);
  }, inputs);
}

/** Sets one place of the values back to what it was; what was not there is taken out. */
function reset(values: Values, olds: Values, [name = "", ...rest]: readonly string[]): Values {
  const { [name]: now, ...others } = values;
  const was = olds[name];
  if (rest.length > 0 && isObject(now) && isObject(was)) {
    return { ...values, [name]: reset(now, was, rest) };
  }
  return was === undefined ? others : { ...others, [name]: was };
}

function isObject(value: Json | undefined): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sameValues(one: Values, other: Values): boolean {
  return (
    JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)) && !Object.values(other).some(isUnknown)
  );
}

function sorted(values: Values): [string, Json][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
