import { isOf, type Kind, priorGateway, type Target, type Values } from "pulumi-workspace-gateway/tools";

/** A period in milliseconds, by this machine's clock. Without an end it lasts until now. */
export interface Period {
  readonly from: number;
  readonly to?: number;
}

/** A create that was begun, and whose end nobody recorded. */
export interface LostCreate {
  readonly urn: string;
  readonly kind: Kind;
  /** What the engine gave to the create, as `check` returned it, with the values of secrets. */
  readonly inputs: Values;
  /** The names of further inputs of the create, whose values are not known. */
  readonly unread?: readonly string[];
  /** The earliest time at which it may have begun, in milliseconds by this machine's clock. Undefined if unknown. */
  readonly since: number | undefined;
  /** The periods of the runs that may have begun it, if known; otherwise any time since. */
  readonly runs?: readonly Period[];
}

/** What the gateway has of a lost create. Texts are sentences. */
export type LostFinding = { readonly lost: LostCreate } & (
  | {
      readonly is: "found";
      readonly id: string;
      /** What a create would have stored; secrets are in the engine's envelope. */
      readonly outputs: Values;
    }
  /** `note`: what a person should know all the same. */
  | { readonly is: "absent"; readonly note?: string }
  /** What may exist, and how a person can see it. */
  | { readonly is: "doubtful"; readonly why: string; readonly look: string }
);

/** A resource in the state of the stack, with plain values. */
export interface RecordedResource {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** Whether a replacement has taken its place, and it is still to be deleted. */
  readonly leaving?: boolean;
}

/** Where objects are looked for, and what is known about this place. */
export interface LostPlace {
  /** One object of a kind on the gateway. */
  targetOf(kind: Kind, values: Values): Target;
  /** The resources of the state: they show which objects are taken, which account wrote them, and the values of other objects. */
  readonly known?: readonly RecordedResource[];
}

/** Whether a resource may be on the gateway of a target, by its mark. A state of the first release has none. */
export function isOnGateway({ outputs }: Pick<RecordedResource, "outputs">, { client }: Target): boolean {
  const mark = priorGateway(outputs);
  return mark === undefined || isOf(mark, client);
}
