import { isHidden, type Kind, Session, shownOf, type Values } from "pulumi-workspace-gateway/tools";
import type { Gateway } from "workspace-gateway-emulator";
import { coveredValues } from "../account/covered.js";
import { stackObjects } from "../account/stack-objects.js";
import type { Account } from "../account/whole-account.js";
import type { Review } from "../review/facts/review.js";
import { reviewOf } from "../review/facts/review-of.js";
import { readLive } from "../review/plan/live/read-live.js";
import { readPlan } from "../review/plan/read-plan.js";
import { readStackState, type StackState } from "../stack/stack-state.js";
import type { DeployedStack, Diagnostic, KindName, ResourceOf, RouteEnd } from "./api.js";
import { openedValues } from "./engine/property-values.js";
import type { ResourceRecord } from "./engine/resource-record.js";
import { rootType } from "./engine/urns.js";
import { plannedTexts } from "./planned-texts.js";
import { projectOf } from "./program/project.js";
import { assertDone, type ProgramEnd, runOnce } from "./run.js";
import type { Setting } from "./setting.js";
import { routeIn } from "./stack-route.js";
import { unmetExpectations } from "./unmet-expectations.js";

/** Answers a test out of the state that a program has left. */
export class Deployed implements DeployedStack {
  readonly account: Account;
  readonly diagnostics: readonly Diagnostic[];
  // Truly private, so that nothing that prints a stack shows secrets.
  readonly #records: ReadonlyMap<string, ResourceRecord>;
  readonly #read: StackState;
  readonly #setting: Setting;
  readonly #kinds: readonly Kind[];
  readonly #gateway: Gateway;

  constructor(ran: ProgramEnd, setting: Setting, kinds: readonly Kind[], gateway: Gateway) {
    this.#setting = setting;
    this.#kinds = kinds;
    this.#gateway = gateway;
    this.#records = new Map([...ran.deployment.outcomes].map(([urn, { record }]) => [urn, record]));
    this.diagnostics = ran.diagnostics;
    this.#read = readStackState(this.state, kinds);
    this.account = { called: "the program", objects: stackObjects(this.#read) };
  }

  get state(): string {
    return JSON.stringify({ version: 3, deployment: { resources: [...this.#records.values()] } });
  }

  get gateway(): Gateway {
    return this.#gateway;
  }

  get outputs(): Readonly<Record<string, unknown>> {
    return shownValues(this.exported, false);
  }

  get secretOutputs(): Readonly<Record<string, unknown>> {
    return shownValues(this.exported, true);
  }

  route(workspace: string, name: string): RouteEnd {
    return routeIn(this.account.objects, workspace, name);
  }

  resources<K extends KindName>(
    kind: K,
    { secrets = false }: { readonly secrets?: boolean } = {},
  ): ResourceOf<K>[] {
    return this.#read.resources
      .filter((resource) => resource.kind.name === kind)
      .map(({ id, name, urn, inputs, outputs }) => {
        const all = { ...shownOf(outputs), ...inputs, ...outputs };
        // The kind's class says which properties there are, and the state has them.
        return { ...shownValues(all, secrets), id, urn, logicalName: name } as object as ResourceOf<K>;
      });
  }

  unmet(file: string | URL): Promise<string[]> {
    return unmetExpectations(file, this.account);
  }

  async meets(file: string | URL): Promise<void> {
    const unmet = await this.unmet(file);
    if (unmet.length > 0) {
      throw new Error(unmet.join("\n"));
    }
  }

  async review(next: string | URL): Promise<Review> {
    const { stack } = this.#setting.stack;
    const setting = {
      ...this.#setting,
      project: { ...projectOf(next, stack), name: this.#setting.project.name },
    };
    const ran = await runOnce(setting, true, this.#records);
    assertDone(ran);
    const { text, saved } = plannedTexts([...ran.deployment.outcomes.values()], this.#records);
    const plan = await readLive(readPlan(text, this.#kinds, saved), this.#kinds, async () => this.session());
    return reviewOf(plan, this.#kinds);
  }

  private session(): Session {
    const session = new Session(this.#kinds, this.#setting.env);
    session.configure((key) => this.#setting.config.values[key]);
    return session;
  }

  private get exported(): Values {
    return [...this.#records.values()].find(({ type }) => type === rootType)?.outputs ?? {};
  }
}

function shownValues(values: Values, withSecrets: boolean): Values {
  const visible = Object.fromEntries(Object.entries(values).filter(([name]) => !isHidden(name)));
  return withSecrets ? openedValues(visible) : coveredValues(visible);
}
