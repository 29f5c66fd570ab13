// What `workspace-gateway/testing` shows to tests. It names nothing but public packages, so it is published as it stands.
import type { Output } from "@pulumi/pulumi";
import type * as gateway from "pulumi-workspace-gateway";
import type { Gateway } from "workspace-gateway-emulator";

/** How a program is deployed; everything has a default. */
export interface DeployOptions {
  /** Name of the stack: `test` by default. */
  readonly stack?: string;
  /** Name of the organization: `organization` by default, as in a backend without any. */
  readonly organization?: string;
  /**
   * The stack's config, beside what `Pulumi.yaml` and `Pulumi.<stack>.yaml` set in plain text. A key without a namespace is one
   * of the project; `secret(…)` makes a secret of a value.
   */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Environment variables of the program, beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of the connections that the program uses besides the default one: each leads to a gateway of its own. */
  readonly connections?: readonly string[];
  /** Gateways that the test has started, by connection (`default`): `deploy` starts those that are missing. */
  readonly gateways?: Readonly<Record<string, Gateway>>;
  /** Usernames of people who join every workspace as soon as there is one: only a person can accept an invitation. */
  readonly joined?: readonly string[];
  /** What resources and functions of other packages are: no plugin is started. */
  readonly mocks?: Mocks;
  /** What other stacks export, by the names that the program refers to them by. */
  readonly stackReferences?: OtherStacks;
  /** Milliseconds that the program may run: 60,000 by default. */
  readonly timeout?: number;
}

/** The outputs of other stacks, by their names as programs refer to them. */
export type OtherStacks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Answers for the resources and functions of other packages, in the form of the mocks of Pulumi's SDK. */
export interface Mocks {
  /** What a resource is once it is made: its id, and all its outputs. */
  newResource?(args: {
    readonly type: string;
    readonly name: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    /** Of a resource that the program only reads. */
    readonly id?: string;
  }): MockedResource | Promise<MockedResource>;
  /** What a function of a package returns. */
  call?(args: {
    readonly token: string;
    readonly inputs: Readonly<Record<string, unknown>>;
  }): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

export interface MockedResource {
  readonly id?: string | undefined;
  readonly state: Readonly<Record<string, unknown>>;
}

/** A program that has been deployed, as a test asks about it. */
export interface DeployedStack {
  /** Where a name ends that a caller sends to the workspace of this name. */
  route(workspace: string, name: string): RouteEnd;
  /**
   * The resources of a kind, in the order in which they were made. Secrets are `[secret]`, unless they are asked for.
   */
  resources<K extends KindName>(kind: K, options?: { readonly secrets?: boolean }): ResourceOf<K>[];
  /** What the program exports. Secrets are `[secret]`. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The same, with the values of secrets. */
  readonly secretOutputs: Readonly<Record<string, unknown>>;
  /** Warnings, and other lines for the person who runs the program. */
  readonly diagnostics: readonly Diagnostic[];
  /** All objects of the account, as reviews and checks see them. Secrets are covered. */
  readonly account: { readonly called: string; readonly objects: readonly AccountEntry[] };
  /**
   * What an `up` of another program would change, as the facts of a review (`workspace-gateway review --json`): nothing is
   * changed by it.
   *
   * @param next - the file or folder of the program as it will be
   */
  review(next: string | URL): Promise<ReviewFacts>;
  /** Fails unless the account meets all that a file expects, such as `gateway-routes.yaml`, and says of each line what is not met. */
  meets(file: string | URL): Promise<void>;
  /** The same, as a list: a line for each expectation that is not met. */
  unmet(file: string | URL): Promise<readonly string[]>;
  /** The state of the stack, in the form of `pulumi stack export --show-secrets`. */
  readonly state: string;
  /** The gateway of the default connection: its tables, its log, its faults. */
  readonly gateway: Gateway;
}

/** The facts of a review: `workspace-gateway review --json` prints the same. */
export interface ReviewFacts {
  /** What a person should know first, such as "1 route moved". Empty if nothing changes. */
  readonly headline: readonly string[];
  readonly risk: string;
  readonly counts: Readonly<Record<"create" | "update" | "replace" | "delete", number>>;
  /** The most important first. Only what changes. */
  readonly changes: readonly {
    readonly operation: string;
    /** Name in the program. */
    readonly name: string;
    readonly kind: string;
    /** What the gateway calls it. */
    readonly title?: string;
    readonly fields: readonly { readonly is: string; readonly name: string }[];
  }[];
  /** All routes, those that moved first. */
  readonly routes: readonly {
    readonly incoming: string;
    readonly isPattern: boolean;
    readonly before?: RouteEnd;
    readonly after?: RouteEnd;
    readonly moved: boolean;
  }[];
  /** The most severe first. */
  readonly findings: readonly { readonly rule: string; readonly risk: string; readonly reason: string }[];
  /** What is written to the state alone. */
  readonly optionChanges: readonly { readonly name: string; readonly words: string }[];
}

/** An object of the account. */
export interface AccountEntry {
  readonly kind: string;
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  readonly id?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a matcher of vitest or jest says. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** A line for the person who runs the program. */
export interface Diagnostic {
  readonly severity: "info" | "warning" | "error";
  readonly message: string;
  /** The URN of the resource that it is about; undefined if it is about the stack. */
  readonly urn?: string;
}

type Classes = typeof gateway;

/** The properties of a resource that has been made, as plain values. */
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

/** A resource of a kind: its inputs and outputs by the names that programs use, and its name in the program. */
export type ResourceOf<K extends KindName> = Plain<InstanceType<Classes[K]>> & {
  /** Name in the program. */
  readonly logicalName: string;
};

/** Where a name that a caller sends ends. */
export interface RouteEnd {
  /**
   * `model`: at a model of the program. `outside`: at a gateway name that no model of the program has. `nowhere`: no mapping takes
   * the name. `unknown`: nobody can know.
   */
  readonly is: "model" | "outside" | "nowhere" | "unknown";
  /** The gateway name of the model. */
  readonly model?: string;
  /** The name in the program of the mapping that decides. Undefined if the name is a model's own gateway name. */
  readonly by?: string;
  /** What the API does not say and this result depends on, in words; empty if it depends on nothing. */
  readonly depends: readonly string[];
}
