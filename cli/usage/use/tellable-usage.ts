import { defined } from "pulumi-workspace-gateway/tools";
import { type Callers, callersIn } from "../cost/callers.js";
import type { Usage } from "../usage.js";
import { useWords } from "./use-words.js";

/** Who used something in a time, as facts and in words. */
export interface ObjectUse extends Omit<Callers, "keyIds"> {
  /** Only if somebody asks for them. */
  readonly keyIds?: readonly string[];
  /** The time that was read, ISO 8601. */
  readonly since: string;
  readonly until: string;
  /** Rows name the model and not the name that was asked: where several mappings lead to it, each has at most so many. */
  readonly isAtMost?: true;
  /** Not all of that time was read. */
  readonly isAtLeast?: true;
  readonly words: string;
}

/** What rows name of the requests that something has. */
export interface Called {
  readonly what: "model" | "provider";
  readonly id: string;
  /** The mark of its gateway: ids of several could be the same. */
  readonly gateway?: string | undefined;
  readonly isAtMost?: true | undefined;
}

type CallersOf = Readonly<Record<Called["what"], ReturnType<typeof callersIn>>>;

/** The usage of one gateway or of several, as far as it may be told. */
export class TellableUsage {
  private readonly callers = new Map<Usage, CallersOf>();

  /**
   * @param usages - by the mark of its gateway
   * @param showsKeys - whether the ids of keys may be told
   */
  constructor(
    private readonly usages: ReadonlyMap<string, Usage>,
    private readonly showsKeys: boolean,
  ) {}

  /** That of each gateway. */
  get all(): readonly Usage[] {
    return [...new Set(this.usages.values())];
  }

  /** That of one; what has no mark is of an account that is of one gateway alone. Undefined if it was not read. */
  readonly at = (gateway: string | undefined): Usage | undefined => {
    const [only, ...others] = this.all;
    return gateway !== undefined ? this.usages.get(gateway) : others.length === 0 ? only : undefined;
  };

  /** Undefined if the usage of that gateway was not read. */
  useOf({ what, id, gateway, isAtMost }: Called): ObjectUse | undefined {
    const usage = this.at(gateway);
    if (usage === undefined) {
      return undefined;
    }
    const { since, until, cut } = usage;
    const { keyIds, ...counts } = this.callersIn(usage)[what](id);
    const isAtLeast = cut && true;
    const use = { since, until, ...counts, ...defined({ isAtMost, isAtLeast }) };
    const ids = this.showsKeys && keyIds.length > 0 ? keyIds : undefined;
    const words = [useWords(use, until), ...(ids === undefined ? [] : [ids.join(", ")])].join(": ");
    return { ...use, ...defined({ keyIds: ids }), words };
  }

  private callersIn(usage: Usage): CallersOf {
    const callers = this.callers.get(usage) ?? {
      model: callersIn(usage, "model"),
      provider: callersIn(usage, "provider"),
    };
    this.callers.set(usage, callers);
    return callers;
  }
}
