import type { Settings } from "./settings/settings.js";

export type DeleteScope = Settings["deleteScope"];

/** Requests lost by a wrong place for `workspace_id`: the DELETE, and a read that still finds the object. */
const requestsPerFailure = 2;

/**
 * The place where a gateway looks for `workspace_id` on DELETE, body or query (the API's section "Gaps common
 * to endpoints").
 *
 * The configured place is tried first, then the other one. What works is remembered for each kind. The first
 * deletion of a kind finds out, and the others of this kind wait for it: so only one of them tries the wrong
 * place.
 */
export class DeleteScopes {
  private readonly known = new Map<string, DeleteScope>();
  private readonly first = new Map<string, Promise<unknown>>();
  private wasted = 0;

  constructor(private readonly settings: Settings) {}

  /** Deletes an object of a kind: `remove` gets the places to try, in their order. */
  async learn<T>(kind: string, remove: (places: readonly DeleteScope[]) => Promise<T>): Promise<T> {
    const first = this.first.get(kind);
    if (first === undefined) {
      const removing = remove(this.places(kind));
      this.first.set(kind, Promise.allSettled([removing]));
      return removing;
    }
    await first;
    return remove(this.places(kind));
  }

  /** Remembers the place that worked, and counts the places that failed before it. */
  works(kind: string, place: DeleteScope, failures: number): void {
    this.known.set(kind, place);
    this.wasted += failures * requestsPerFailure;
  }

  /** Which setting would save requests; undefined if none does for certain. */
  get advice(): string | undefined {
    const [place, ...others] = new Set(this.known.values());
    if (this.wasted === 0 || place === undefined || others.length > 0) {
      return undefined;
    }
    return `set ${this.settings.named("deleteScope")} to ${place} to save ${this.wasted} of them`;
  }

  private places(kind: string): DeleteScope[] {
    const { deleteScope } = this.settings;
    const best = this.known.get(kind) ?? deleteScope;
    return best === "both" ? [best] : [best, best === "body" ? "query" : "body"];
  }
}
