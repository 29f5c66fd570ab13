// The public API of `workspace-gateway/testing`. Its types refer only to public packages.
import type { Output } from "@pulumi/pulumi";
import type * as gateway from "pulumi-workspace-gateway";
import type { Gateway } from "workspace-gateway-emulator";
import { partsOf } from "../stack/stack-state.js";

/** A secret value of the stack's config. */
export class Secret<T = unknown> {
  constructor(readonly value: T) {}
}

/**
 * Marks a value as a secret, like `pulumi config set --secret`: `deploy(…, { config: { apiKey: secret("…") }
 * })`.
 */
export function secret<T>(value: T): Secret<T> {
  return new Secret(value);
}

/** Thrown if a program cannot be deployed. The message contains all errors. */
export class DeployError extends Error {
  override readonly name = "DeployError";
  /** All errors. An error about a resource includes the resource's name and type. */
  readonly errors: readonly {
    readonly message: string;
    readonly resource?: string;
    readonly type?: string;
  }[];

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ message, urn }): DeployError["errors"][number] => {
        const { name: resource, type } = partsOf(urn ?? "");
        return urn === undefined ? { message } : { message, resource, type };
      });
    const lines = errors.map(
      ({ message, resource, type }) => `${type ? `${type} (${resource}): ` : ""}error: ${message}`,
    );
    super(lines.join("\n") || "the program failed without a message.");
    this.errors = errors;
  }
}

export interface DeployOptions {
  /**
   * Name of the stack.
   *
   * @default test
   */
  readonly stack?: string;
  /**
   * The stack's config, in addition to the plain-text values in `Pulumi.yaml` and `Pulumi.<stack>.yaml`. A
   * key without a namespace belongs to the project. `secret(…)` makes a value secret.
   */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Environment variables of the program, in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of the connections that the program uses besides the default one. Each has its own gateway. */
  readonly connections?: readonly string[];
  /**
   * Gateways that the test started, by connection name (`default` for the default one). `deploy` starts the
   * other gateways.
   */
  readonly gateways?: Readonly<Record<string, Gateway>>;
  /**
   * Usernames of people who join every new workspace. A test needs this because only a person can accept an
   * invitation.
   */
  readonly joined?: readonly string[];
  /** Values for resources and functions from other packages, whose plugins a test does not start. */
  readonly mocks?: Mocks;
  /**
   * Time limit for the program, in milliseconds.
   *
   * @default 60000
   */
  readonly timeout?: number;
}

/** Values for resources and functions from other packages, in the format of the Pulumi SDK's mocks. */
export interface Mocks {
  /**
   * The id and the outputs of a resource.
   *
   * @default the name followed by `-id`, and the inputs
   */
  newResource?(args: {
    readonly type: string;
    readonly name: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    /** Id of the resource. Set only if the program reads it without declaring it. */
    readonly id?: string;
  }): MockedResource | Promise<MockedResource>;
  /** The result of a function from another package. Without `call`, such functions fail. */
  call?(args: {
    readonly token: string;
    readonly inputs: Readonly<Record<string, unknown>>;
  }): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

export interface MockedResource {
  readonly id?: string | undefined;
  readonly state: Readonly<Record<string, unknown>>;
}

/** A deployed program. Secrets appear as `[secret]` unless a test requests them. */
export interface DeployedStack {
  /**
   * The model that a name resolves to in a workspace. `workspace` is the workspace's name on the gateway or
   * in the program.
   */
  route(workspace: string, name: string): RouteEnd;
  /** The resources of a kind, in the order in which they were created. */
  resources<K extends KindName>(kind: K, options?: { readonly secrets?: boolean }): ResourceOf<K>[];
  /** The outputs that the program exports. Secrets appear as `[secret]`. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The outputs that the program exports, with secrets in plain text. */
  readonly secretOutputs: Readonly<Record<string, unknown>>;
  /** Warnings and other messages. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Fails unless the program meets every expectation in a file such as `gateway-routes.yaml`. The error
   * lists the unmet expectations.
   */
  meets(file: string | URL): Promise<void>;
  /**
   * The expectations in a file that the program does not meet, one per line. Empty if all expectations are
   * met.
   */
  unmet(file: string | URL): Promise<readonly string[]>;
  /** The default connection's gateway, with its tables, log and faults. */
  readonly gateway: Gateway;
}

/** The result of a Vitest or Jest matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

export interface Diagnostic {
  readonly severity: "info" | "warning" | "error";
  readonly message: string;
  /** The URN of the resource; undefined if the message is about the stack. */
  readonly urn?: string;
}

type Classes = typeof gateway;

/** The properties of a resource as plain values. */
type Plain<R> = {
  readonly [P in keyof R as R[P] extends Output<unknown> ? P : never]: R[P] extends Output<infer T>
    ? T
    : never;
};

/** The kinds of objects: `Workspace`, `Model`, `Mapping`, … */
export type KindName = {
  [C in keyof Classes]: Classes[C] extends { get: unknown; new (...args: never): { readonly id: unknown } }
    ? C
    : never;
}[keyof Classes];

/** A resource of a kind, with its inputs and outputs (named as in programs) and its name in the program. */
export type ResourceOf<K extends KindName> = Plain<InstanceType<Classes[K]>> & {
  /** Name in the program. */
  readonly logicalName: string;
};

export interface RouteEnd {
  /**
   * `model`: a model in the program. `outside`: a gateway name that belongs to no model in the program.
   * `nowhere`: no mapping matches the name. `unknown`: the program does not determine the destination.
   */
  readonly is: "model" | "outside" | "nowhere" | "unknown";
  /** The gateway name of the model. */
  readonly model?: string;
  /** The logical name of the mapping that matches. Undefined if the name is a model's own gateway name. */
  readonly by?: string;
  /** Assumptions about the API that this result depends on, in words. */
  readonly depends: readonly string[];
}
