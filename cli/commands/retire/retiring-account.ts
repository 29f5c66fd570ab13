import { defined, type Kind } from "pulumi-workspace-gateway/tools";
import { withLocalDates } from "../../retirement/local-dates.js";
import { momentsOf } from "../../review/facts/setups.js";
import type { Plan } from "../../review/plan/plan.js";
import { type AskedAccount, liveAccount, plannedAccount, stacksAccount } from "../asked-account.js";
import type { GatewayOptions } from "../gateway.js";
import { objectsOfStacks } from "../graph/routed-objects.js";
import { assertSecretive } from "../pin/pulumi-arguments.js";
import { assertFitPlace } from "../place-options.js";
import { stackOrFile } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import type { UsageOptions } from "../usage/usage-options.js";

export interface RetirePlace extends GatewayOptions, UsageOptions {
  /** Whether routes are those of the gateway as it is. */
  readonly live?: true;
  /** The stack to ask, as its last `up` left it. */
  readonly stack?: string;
  /** What `pulumi preview --json` has printed. */
  readonly preview?: string;
  readonly offline?: true;
}

/** The models with their days, and all that decides which requests end at them: as it will be, as it was left, or as it is. */
export async function retiringAccount(
  place: RetirePlace,
  pulumi: readonly string[],
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<AskedAccount> {
  const { live, stack, preview, offline } = place;
  assertOnePlace(place, pulumi);
  if (live) {
    const declared = stack === undefined ? [] : await objectsOfStacks(stackOrFile(stack), kinds, terminal);
    const shown = await liveAccount(place, kinds, terminal);
    return { ...shown, objects: withLocalDates(shown.objects, declared) };
  }
  if (stack !== undefined) {
    return stacksAccount(stackOrFile(stack), place, kinds, terminal);
  }
  assertSecretive(pulumi);
  const besides = (plan: Plan) => new Set(Object.keys(momentsOf(plan, kinds).after.workspaces));
  return plannedAccount({ ...defined({ file: preview }), pulumi }, { offline, besides }, kinds, terminal);
}

function assertOnePlace(place: RetirePlace, pulumi: readonly string[]): void {
  const { live, stack, preview } = place;
  const isPreview = live === undefined && stack === undefined;
  if (preview !== undefined && !isPreview) {
    throw new UsageError("give only one of --preview and --live or --stack");
  }
  if (pulumi.length > 0 && (preview !== undefined || !isPreview)) {
    throw new UsageError(
      "what is after `--` is for `pulumi preview`: leave it out, or --live, --stack and --preview",
    );
  }
  assertFitPlace(place, isPreview);
}
