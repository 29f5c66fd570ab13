import { readFile } from "node:fs/promises";
import { isHidden, messageOf, shownOf, type Values } from "pulumi-workspace-gateway/tools";
import type { Gateway } from "workspace-gateway-emulator";
import { coveredValues, workspacesCalled, workspaceTitles } from "../account/account-object.js";
import type { Account } from "../account/match-accounts.js";
import { stackObjects } from "../account/objects.js";
import { checkExpectations, type ExpectationResult } from "../expectations/check.js";
import { readExpectations } from "../expectations/format.js";
import { findRoute } from "../routing/route.js";
import { routedSetup } from "../routing/setup.js";
import type { StackState } from "../stack/stack-state.js";
import {
  DeployError,
  type DeployedStack,
  type DeployOptions,
  type Diagnostic,
  type KindName,
  type ResourceOf,
  type RouteEnd,
} from "./api.js";
import { type Deployment, opened } from "./deployment.js";
import { configOf, projectOf } from "./project.js";
import { run, startGateways } from "./run.js";

const longestTimeout = 2_147_483_647;

export async function deployProgram(program: string | URL, options: DeployOptions): Promise<Deployed> {
  const { stack = "test", timeout = 60_000, joined = [], connections = [], mocks = {} } = options;
  if (!(timeout > 0 && timeout <= longestTimeout)) {
    throw new RangeError(
      `invalid timeout ${timeout}: expected milliseconds, more than 0 and at most ${longestTimeout}.`,
    );
  }
  const project = await projectOf(program, stack);
  const { gateway, env } = await startGateways(connections, options.gateways ?? {});
  // Settings in the shell are for real stacks, so they are ignored.
  const isSetting = ([name]: readonly [string, unknown]) => /^(?:WORKSPACE_GATEWAY|PULUMI)_/.test(name);
  const shell = Object.fromEntries(Object.entries(process.env).filter((entry) => !isSetting(entry)));
  const deployment = await run({
    ...{ project, stack, mocks, timeout },
    config: configOf(project, options.config ?? {}),
    env: { ...shell, ...options.env, ...env },
    onWorkspace: (id) => {
      for (const person of joined) {
        const isKnown = gateway.rows("users").some(({ username }) => username === person);
        gateway.seed.member(id, (isKnown ? gateway.account(person) : gateway.seed.user(person)).id);
      }
    },
  });
  if (deployment.failed || deployment.diagnostics.some(({ severity }) => severity === "error")) {
    throw new DeployError(deployment.diagnostics);
  }
  return new Deployed(deployment, gateway);
}

class Deployed implements DeployedStack {
  readonly diagnostics: readonly Diagnostic[];
  /** Secrets are masked. */
  readonly account: Account;
  // `#` fields keep secrets out of the output when a stack is printed.
  readonly #state: StackState;
  readonly #outputs: Values;

  constructor(
    deployment: Deployment,
    readonly gateway: Gateway,
  ) {
    this.diagnostics = deployment.diagnostics;
    this.#state = deployment.state;
    this.#outputs = deployment.outputs;
    this.account = { called: "the program", objects: stackObjects(this.#state) };
  }

  get outputs(): Values {
    return coveredValues(this.#outputs);
  }

  get secretOutputs(): Values {
    return opened(this.#outputs);
  }

  resources<K extends KindName>(
    kind: K,
    { secrets = false }: { readonly secrets?: boolean } = {},
  ): ResourceOf<K>[] {
    return this.#state.resources
      .filter((resource) => resource.kind.name === kind)
      .map(({ id, name, urn, inputs, outputs }) => {
        const all = { ...shownOf(outputs), ...inputs, ...outputs };
        const visible = Object.fromEntries(Object.entries(all).filter(([property]) => !isHidden(property)));
        const values = secrets ? opened(visible) : coveredValues(visible);
        // The state contains all properties of the kind's class.
        return { ...values, id, urn, logicalName: name } as object as ResourceOf<K>;
      });
  }

  route(workspace: string, name: string): RouteEnd {
    const { objects } = this.account;
    const workspaces = objects.filter(({ kind }) => kind === "Workspace");
    const titles = [
      ...workspaceTitles(workspaces),
      ...workspaces.map((each) => [each.id ?? "", each.name] as const),
    ];
    const [key] = workspacesCalled(workspace, titles);
    return findRoute(routedSetup(objects), key, name);
  }

  async unmet(file: string | URL): Promise<string[]> {
    const text = await readFile(file, "utf8").catch((error: unknown) => {
      throw new Error(`the expectations file cannot be read: ${messageOf(error)}`, { cause: error });
    });
    return checkExpectations(readExpectations(text, String(file)), this.account)
      .filter(({ status }) => status !== "met")
      .map(lineOf);
  }

  async meets(file: string | URL): Promise<void> {
    const unmet = await this.unmet(file);
    if (unmet.length > 0) {
      throw new Error(unmet.join("\n"));
    }
  }
}

function lineOf(result: ExpectationResult): string {
  const { file, line, column, workspace, path, expected, found, depends } = result;
  const where = workspace === undefined ? path.join(" ") : `${workspace}: ${path.slice(2).join(" ")}`;
  const open = depends.length === 0 ? "" : ` It depends on ${depends.join(", and on ")}.`;
  return `${file}:${line}:${column}: ${where}: expected ${expected}, but ${found}.${open}`;
}
