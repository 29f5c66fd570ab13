import type { Callback } from "@pulumi/pulumi/proto/callback_pb.js";
import {
  TransformInvokeRequest,
  TransformInvokeResponse,
  TransformRequest,
  TransformResponse,
} from "@pulumi/pulumi/proto/resource_pb.js";
import { messageOf, structOf, type Values, valuesOf } from "pulumi-workspace-gateway/tools";
import type { Goal } from "../goal.js";
import { receivedValues, valuesAsOutputs } from "../property-values.js";
import type { Callbacks } from "./callbacks.js";

/** The functions by which a program changes what it declares, on the way to the engine. */
export class Transforms {
  private readonly ofStack: Callback[] = [];
  private readonly ofInvokes: Callback[] = [];
  private readonly ofResources = new Map<string, readonly Callback[]>();

  constructor(private readonly callbacks: Callbacks) {}

  addToStack(callback: Callback): void {
    this.ofStack.push(callback);
  }

  addToInvokes(callback: Callback): void {
    this.ofInvokes.push(callback);
  }

  /** Keeps those of a resource for what it is a parent of. */
  keep(urn: string, own: readonly Callback[]): void {
    if (own.length > 0) {
      this.ofResources.set(urn, own);
    }
  }

  /** First those of the resource itself, then those of its parents, then those of the stack. */
  async applied(goal: Goal, own: readonly Callback[], ancestors: readonly string[]): Promise<Goal> {
    const inherited = ancestors.flatMap((urn) => this.ofResources.get(urn) ?? []);
    let transformed = goal;
    for (const callback of [...own, ...inherited, ...this.ofStack]) {
      transformed = await this.transformed(transformed, callback, own.length > 0);
    }
    return transformed;
  }

  async arguments(token: string, given: Values): Promise<Values> {
    let values = given;
    for (const callback of this.ofInvokes) {
      const request = new TransformInvokeRequest().setToken(token).setArgs(structOf(values));
      const answer = await this.callbacks.call(callback, request);
      values = receivedValues(valuesOf(TransformInvokeResponse.deserializeBinary(answer).getArgs()));
    }
    return values;
  }

  private async transformed(goal: Goal, callback: Callback, hasOwn: boolean): Promise<Goal> {
    const request = new TransformRequest()
      .setType(goal.type)
      .setName(goal.name)
      .setCustom(goal.custom)
      .setParent(goal.parent ?? "")
      .setProperties(structOf(valuesAsOutputs(goal.inputs, hasOwn ? goal.propertyDependencies : {})))
      .setOptions(goal.options);
    const answer = await this.callbacks.call(callback, request).catch((error: unknown) => {
      throw new Error(`invoke transform: rpc error: code = Unknown desc = ${messageOf(error)}`);
    });
    const response = TransformResponse.deserializeBinary(answer);
    return {
      ...goal,
      inputs: receivedValues(valuesOf(response.getProperties())),
      options: response.getOptions() ?? goal.options,
    };
  }
}
