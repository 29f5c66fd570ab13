import type { Settings } from "./settings/settings.js";

export type DeleteScope = Settings["deleteScope"];

/** What trying in vain costs: the DELETE, and the look whether the object is still there. */
const requestsInVain = 2;

/**
 * Where a gateway looks for `workspace_id` on DELETE (api.md, "Gaps common to endpoints"): as configured or the other
 * way, learned once for each sort of objects.
 *
 * The first deletion of a sort finds out, and those that come meanwhile wait for it, so that they do not all try in vain.
 */
export class DeleteScopes {
  private readonly known = new Map<string, DeleteScope>();
  private readonly first = new Map<string, Promise<unknown>>();
  private inVain = 0;

  constructor(private readonly settings: Settings) {}

  /** Deletes an object of a sort, with the places to try in turn. */
  async learn<T>(sort: string, remove: (places: readonly DeleteScope[]) => Promise<T>): Promise<T> {
    const first = this.first.get(sort);
    if (first === undefined) {
      const removing = remove(this.places(sort));
      this.first.set(sort, Promise.allSettled([removing]));
      return removing;
    }
    await first;
    return remove(this.places(sort));
  }

  /** Takes note of a place that has worked, after so many that have not. */
  works(sort: string, place: DeleteScope, failures: number): void {
    this.known.set(sort, place);
    this.inVain += failures * requestsInVain;
  }

  /** What to set instead, if that is sure to save requests. */
  get advice(): string | undefined {
    const [place, ...others] = new Set(this.known.values());
    if (this.inVain === 0 || place === undefined || others.length > 0) {
      return undefined;
    }
    return `set ${this.settings.named("deleteScope")} to ${place} to save ${this.inVain} of them`;
  }

  private places(sort: string): DeleteScope[] {
    const { deleteScope } = this.settings;
    const best = this.known.get(sort) ?? deleteScope;
    return best === "both" ? [best] : [best, best === "body" ? "query" : "body"];
  }
}
