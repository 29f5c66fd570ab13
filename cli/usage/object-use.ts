import { defined, howMany } from "pulumi-workspace-gateway/tools";
import { type AccountObject, flagOf, textOf, workspaceKey } from "../account/account-object.js";
import { countText, durationWords } from "../text/words.js";
import { type Tally, talliesBy, type Usage } from "./usage.js";

/** Recorded requests in a period. */
export interface ObjectUse {
  readonly requests: number;
  /** Number of keys. `keyIds` is set only with `--show-keys`. */
  readonly keys: number;
  readonly keyIds?: readonly string[];
  /** ISO 8601. Undefined if the object was not used. */
  readonly lastUse?: string;
  /** The period that was read, ISO 8601. */
  readonly since: string;
  readonly until: string;
  /** Set if several mappings resolve to the model, because rows do not record the requested name. */
  readonly isAtMost?: true;
  /** Set if only part of the period was read. */
  readonly isAtLeast?: true;
  readonly words: string;
}

interface Called {
  readonly part: "modelId" | "providerId";
  readonly id: string;
  /** The mark of the object's gateway. It is needed because different gateways may use the same id. */
  readonly gateway?: string | undefined;
  readonly isAtMost?: true | undefined;
}

export class GatewayUsage {
  private readonly tallies = new Map<Usage, Record<Called["part"], (id: string) => Tally>>();

  /** @param usages - keyed by the gateway's mark */
  constructor(
    private readonly usages: ReadonlyMap<string, Usage>,
    private readonly showsKeys: boolean,
  ) {}

  /** Undefined if that gateway's usage was not read. */
  useOf({ part, id, gateway, isAtMost }: Called): ObjectUse | undefined {
    const usage = this.usageAt(gateway);
    if (usage === undefined) {
      return undefined;
    }
    const { since, until, cut } = usage;
    const { requests, keyIds, lastUse } = this.talliesIn(usage)[part](id);
    const isAtLeast = cut === undefined ? undefined : true;
    const use = { requests, keys: keyIds.length, ...defined({ lastUse, isAtMost, isAtLeast }) };
    const ids = this.showsKeys && keyIds.length > 0 ? keyIds : undefined;
    const words = [useWords(use, until), ...(ids === undefined ? [] : [ids.join(", ")])].join(": ");
    return { since, until, ...use, ...defined({ keyIds: ids }), words };
  }

  /** Without a gateway mark, returns the only usage, if there is exactly one. */
  private usageAt(gateway: string | undefined): Usage | undefined {
    const [only, ...others] = new Set(this.usages.values());
    return gateway !== undefined ? this.usages.get(gateway) : others.length === 0 ? only : undefined;
  }

  private talliesIn(usage: Usage): Record<Called["part"], (id: string) => Tally> {
    const tallies = this.tallies.get(usage) ?? {
      modelId: talliesBy(usage, "modelId"),
      providerId: talliesBy(usage, "providerId"),
    };
    this.tallies.set(usage, tallies);
    return tallies;
  }
}

/** Covers providers, models and mappings (by their model). Undefined for objects that rows do not record. */
export function objectUses(
  objects: readonly AccountObject[],
  usage: GatewayUsage,
): (object: AccountObject) => ObjectUse | undefined {
  const models = Map.groupBy(
    objects.filter(({ kind }) => kind === "Model"),
    placeOf("gatewayName"),
  );
  const mappings = Map.groupBy(objects.filter(isActiveMapping), placeOf("targetModel"));
  return (object) => {
    const { kind, id, gateway } = object;
    if (kind === "Model" || kind === "ModelProvider") {
      const part = kind === "Model" ? "modelId" : "providerId";
      return id === undefined ? undefined : usage.useOf({ part, id, gateway });
    }
    if (!isActiveMapping(object)) {
      return undefined;
    }
    const place = placeOf("targetModel")(object);
    const model = models.get(place)?.[0]?.id;
    const isAtMost = (mappings.get(place) ?? []).length > 1 || undefined;
    return model === undefined ? undefined : usage.useOf({ part: "modelId", id: model, gateway, isAtMost });
  };
}

function isActiveMapping(object: AccountObject): boolean {
  const isEnabled = object.kind === "Mapping" && flagOf(object, "enabled") !== false;
  return isEnabled && textOf(object, "targetModel") !== undefined;
}

/** Gateway names are unique only within a workspace. */
function placeOf(field: string): (object: AccountObject) => string {
  return (object) => JSON.stringify([object.gateway, workspaceKey(object), textOf(object, field)]);
}

/** For example `at most 12,431 requests from 3 keys, the last one 5 minutes ago`, or `no requests`. */
export function useWords(
  { requests, keys, lastUse, isAtMost, isAtLeast }: Omit<ObjectUse, "since" | "until" | "words">,
  until: string,
): string {
  if (requests === 0) {
    return "no requests";
  }
  const bound = isAtMost && isAtLeast ? "about " : isAtMost ? "at most " : isAtLeast ? "at least " : "";
  const last = lastUse === undefined ? "" : `, the last one ${durationWords(lastUse, until)} ago`;
  return `${bound}${countText(requests, "request")} from ${howMany(keys, "key")}${last}`;
}
