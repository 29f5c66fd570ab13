import * as pulumi from "#sdk";
import { isOfPlugin } from "../../program/native.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { quoted } from "../../text/quoted.js";

/** How a function reads. */
export interface ReadOptions {
  /**
   * Ask the gateway even for what this run of the program has read before.
   *
   * @default false
   */
  readonly fresh?: boolean | undefined;
  /**
   * The {@link Provider} whose gateway to ask. The package's plugin asks it, so what goes wrong is told by an Error that is no
   * {@link GatewayError}.
   *
   * @default the parent's, else the stack's settings
   */
  readonly provider?: pulumi.ProviderResource | undefined;
  /**
   * A resource whose {@link Provider} to use, if it has one.
   *
   * @default none
   */
  readonly parent?: pulumi.Resource | undefined;
}

/** How a function reads whose arguments may be outputs. */
export interface ReadOutputOptions extends ReadOptions {
  /**
   * Resources to wait for; what is read then is read afresh, because they may have changed it. A component is no such resource:
   * name those in it.
   *
   * @default none
   */
  readonly dependsOn?:
    | pulumi.Input<pulumi.Input<pulumi.CustomResource>[]>
    | pulumi.Input<pulumi.CustomResource>
    | undefined;
}

type Check = readonly [is: (value: unknown) => boolean, wanted: string];

const plain: Readonly<Record<string, Check>> = {
  fresh: [(value) => typeof value === "boolean", "true or false"],
  provider: [
    (value) => pulumi.ProviderResource.isInstance(value) && isOfPlugin(value),
    "a Provider of this package",
  ],
  parent: [(value) => pulumi.Resource.isInstance(value), "a resource"],
};

const withOutputs: typeof plain = {
  ...plain,
  dependsOn: [
    (value) => [value].flat().every((each) => isCustomResource(each) || isLater(each)),
    "resources that have an id; of a component name those in it",
  ],
};

/** Throws for unknown options and for options with wrong values, so that no request differs from what the program means. */
export function checkOptions(name: string, opts: object, variant: "plain" | "output" = "plain"): void {
  const checks = variant === "plain" ? plain : withOutputs;
  for (const [option, value] of Object.entries(opts)) {
    const [is, wanted] = checks[option] ?? [];
    if (is === undefined) {
      const hint = didYouMean(option, Object.keys(checks), "The options");
      throw new Error(`${name}: there is no option ${quoted(option)}.${hint}`);
    }
    if (value !== undefined && !is(value)) {
      throw new Error(`${name}: the option ${option} must be ${wanted}.`);
    }
  }
}

function isCustomResource(value: unknown): value is pulumi.CustomResource {
  return pulumi.CustomResource.isInstance(value);
}

/** Whether a value is not known yet. */
export function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Known once those resources are made; true if there are any. */
export function isAfter({ dependsOn }: ReadOutputOptions): pulumi.Output<boolean> {
  return pulumi.output(dependsOn).apply((given: unknown) => {
    const ids = [given].flat().map((each) => (isCustomResource(each) ? each.id : undefined));
    return pulumi.all(ids).apply((known) => known.some((id) => id !== undefined));
  });
}
