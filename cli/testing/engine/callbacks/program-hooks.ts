import {
  type RegisterResourceHookRequest,
  type RegisterResourceRequest,
  ResourceHookRequest,
  ResourceHookResponse,
} from "@pulumi/pulumi/proto/resource_pb.js";
import { structOf, type Values } from "pulumi-workspace-gateway/tools";
import type { ResourceSubject } from "../providers/answering.js";
import type { Callbacks } from "./callbacks.js";

type HookNames = RegisterResourceRequest.ResourceHooksBinding | undefined;

/** What a hook is told of a resource. */
export interface Told extends ResourceSubject {
  readonly id?: string;
  readonly inputs: Values;
  readonly outputs?: Values;
}

/** The functions of a program that run around the creation of a resource. */
export class Hooks {
  private readonly registered = new Map<string, RegisterResourceHookRequest>();

  constructor(
    private readonly callbacks: Callbacks,
    private readonly isPreview: boolean,
    private readonly warn: (message: string, urn: string) => void,
  ) {}

  register(hook: RegisterResourceHookRequest): void {
    this.registered.set(hook.getName(), hook);
  }

  beforeCreate(names: HookNames, told: Told): Promise<void> {
    return this.run("before", names?.getBeforeCreateList() ?? [], told);
  }

  afterCreate(names: HookNames, told: Told): Promise<void> {
    return this.run("after", names?.getAfterCreateList() ?? [], told);
  }

  private async run(when: "before" | "after", names: readonly string[], told: Told): Promise<void> {
    for (const name of names) {
      const hook = this.registered.get(name);
      const callback = hook?.getCallback();
      if (hook === undefined || callback === undefined) {
        throw new Error(`hook "${name}" was not registered`);
      }
      if (this.isPreview && !hook.getOnDryRun()) {
        continue;
      }
      const answer = await this.callbacks.call(callback, requestOf(told));
      const error = ResourceHookResponse.deserializeBinary(answer).getError();
      if (error !== "" && hook.getIgnoreErrors()) {
        this.warn(`${when}Create hook "${name}" failed: ${error}`, told.urn);
      } else if (error !== "") {
        throw new Error(`${when} hook "${name}" failed: ${error}`);
      }
    }
  }
}

function requestOf({ urn, id = "", name, type, inputs, outputs }: Told): ResourceHookRequest {
  return new ResourceHookRequest()
    .setUrn(urn)
    .setId(id)
    .setName(name)
    .setType(type)
    .setNewInputs(structOf(inputs))
    .setNewOutputs(outputs && structOf(outputs));
}
