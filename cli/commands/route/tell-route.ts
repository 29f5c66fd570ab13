import { defined, everyKind, type Kind, quoted } from "pulumi-workspace-gateway/tools";
import { momentsOf } from "../../review/facts/setups.js";
import type { Plan } from "../../review/plan/plan.js";
import { answerFor, type Moments, type RouteAnswer } from "../../routing/explain.js";
import { routedSetup, type Setup } from "../../routing/setup.js";
import { masked } from "../../text/mask.js";
import { plannedAccount } from "../asked-account.js";
import {
  noWorkspace,
  objectsOfGateway,
  objectsOfStacks,
  type WorkspaceOptions,
} from "../graph/routed-objects.js";
import { maskFor } from "../masking.js";
import { assertSecretive } from "../pin/pulumi-arguments.js";
import { assertFitPlace } from "../place-options.js";
import { stackOrFile } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import { routeText } from "./route-text.js";

export interface RouteOptions extends WorkspaceOptions {
  readonly workspace: string;
  /** Whether to ask the gateway as it is. */
  readonly live?: true;
  /** The stack to ask, as its last `up` left it. */
  readonly stack?: string;
  /** What `pulumi preview --json` has printed. */
  readonly preview?: string;
  readonly offline?: true;
}

/** Says where a name ends, and why: on the gateway, in a stack, or before and after a preview. */
export async function tellRoute(
  name: string,
  pulumi: readonly string[],
  options: RouteOptions,
  terminal: Terminal,
): Promise<void> {
  assertOnePlace(options, pulumi);
  const moments = await momentsIn(options, pulumi, await everyKind(), terminal);
  const found = answerFor(moments, workspaceIn(moments, options.workspace), name);
  const answer = masked(found, maskFor(terminal));
  terminal.out(options.json ? JSON.stringify(factsOf(answer), undefined, 2) : routeText(answer));
}

function assertOnePlace(options: RouteOptions, pulumi: readonly string[]): void {
  const { live, stack, preview } = options;
  const places = [live, stack, preview].filter((place) => place !== undefined);
  if (places.length > 1) {
    throw new UsageError("give only one of --live, --stack and --preview");
  }
  if (places.length > 0 && pulumi.length > 0) {
    throw new UsageError(
      "what is after `--` is for `pulumi preview`: leave it out, or --live, --stack and --preview",
    );
  }
  assertFitPlace(options, live === undefined && stack === undefined);
}

async function momentsIn(
  options: RouteOptions,
  pulumi: readonly string[],
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<Moments> {
  const { live, stack, preview, offline, workspace } = options;
  if (live) {
    return { after: routedSetup(await objectsOfGateway(options, kinds, terminal)) };
  }
  if (stack !== undefined) {
    return { after: routedSetup(await objectsOfStacks(stackOrFile(stack), kinds, terminal)) };
  }
  assertSecretive(pulumi);
  const besides = (plan: Plan) => new Set(keysOf(momentsOf(plan, kinds), workspace));
  const source = { ...defined({ file: preview }), pulumi };
  const { moments } = await plannedAccount(source, { offline, besides }, kinds, terminal);
  return moments;
}

/** The workspaces that have a name or id, as setups name them. */
function keysOf(moments: Moments, wanted: string): string[] {
  return Object.entries(titlesOf(moments))
    .filter(([key, title]) => key === wanted || title === wanted)
    .map(([key]) => key);
}

function titlesOf({ before, after }: Moments): Setup["workspaces"] {
  return { ...before?.workspaces, ...after.workspaces };
}

function workspaceIn(moments: Moments, wanted: string): string {
  const [key, ...others] = keysOf(moments, wanted);
  if (key === undefined) {
    throw noWorkspace(wanted, Object.values(titlesOf(moments)));
  }
  if (others.length > 0) {
    throw new UsageError(
      `several workspaces are called ${quoted(wanted)}: give the id of one, ${[key, ...others].map(quoted).join(" or ")}`,
    );
  }
  return key;
}

/** Without a change there is one moment: now. */
function factsOf({ before, after, ...about }: RouteAnswer) {
  return before === undefined ? { ...about, now: after } : { ...about, before, after };
}
