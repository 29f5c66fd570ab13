import { FloorClient, type Row } from "./floor-client.ts";
import type { Lane, Sample, Task } from "./lane.ts";
import { type BenchObject, type Change, type Collection, changesOf, type Reference } from "./mixes.ts";
import { changeIn, type Phase } from "./profiles.ts";

/** What is deleted together, in the order that the objects' references ask for. */
const deletion: readonly (readonly Collection[])[] = [
  ["mappings", "prompts"],
  ["models"],
  ["providers"],
  ["workspaces"],
];

/**
 * The floor: the least requests for the same work, and nothing around them. Creating is one POST for each object, as
 * early as its references allow; looking is one list for each collection; changing is one PATCH, deleting one DELETE.
 */
export class FloorLane implements Lane {
  private readonly objects: readonly BenchObject[];
  private readonly client: FloorClient;
  private readonly made = new Map<string, Promise<Row>>();

  constructor({ objects, gateway }: Task) {
    this.objects = objects;
    this.client = new FloorClient(gateway);
  }

  async run(phase: Phase): Promise<Sample> {
    // There is nothing to do, not even in no time: a ratio to it would tell nothing.
    if (phase === "preview") return { seconds: 0 };
    const start = performance.now();
    const failure = await this.work(phase).then(
      () => ({}),
      (error) => ({ failure: String(error) }),
    );
    return { seconds: (performance.now() - start) / 1000, ...failure };
  }

  dispose(): Promise<void> {
    return this.client.close();
  }

  private async work(phase: Phase): Promise<void> {
    if (phase === "create") await this.create();
    else if (phase === "refresh" || phase === "drift") await this.list();
    else if (phase === "destroy") await this.destroy();
    else await this.patch(changeIn(phase, this.objects.length));
  }

  private async create(): Promise<void> {
    for (const { name, collection, body } of this.objects) {
      this.made.set(
        name,
        this.resolved(body).then((row) => this.client.send("POST", `/${collection}`, row)),
      );
    }
    await Promise.all(this.made.values());
  }

  private async list(): Promise<void> {
    const places = this.objects.map(async ({ collection, body }) => {
      const { workspace_id } = await this.resolved(body);
      return workspace_id === undefined ? `/${collection}` : `/${collection}?workspace_id=${workspace_id}`;
    });
    const once = new Set(await Promise.all(places));
    await Promise.all([...once].map((place) => this.client.send("GET", place)));
  }

  private async patch(change: Change): Promise<void> {
    const changes = changesOf(this.objects, change);
    await this.each(
      this.objects.filter(({ name }) => changes.has(name)),
      (path, scope, { name }) => this.client.send("PATCH", path, { ...scope, ...changes.get(name) }),
    );
  }

  private async destroy(): Promise<void> {
    for (const together of deletion) {
      await this.each(
        this.objects.filter(({ collection }) => together.includes(collection)),
        (path, scope) => this.client.send("DELETE", path, scope),
      );
    }
  }

  private async each(
    objects: readonly BenchObject[],
    work: (path: string, scope: Row | undefined, object: BenchObject) => Promise<Row>,
  ): Promise<void> {
    const all = objects.map(async (object) => {
      const { id } = (await this.made.get(object.name)) ?? {};
      const { workspace_id } = await this.resolved(object.body);
      const scope = workspace_id === undefined ? undefined : { workspace_id };
      return work(`/${object.collection}/${id}`, scope, object);
    });
    await Promise.all(all);
  }

  /** The body with the values that its references stand for. */
  private async resolved(body: BenchObject["body"]): Promise<Row> {
    const plainOf = async (value: string | number | boolean | Reference) =>
      typeof value === "object" ? (await this.made.get(value.ref))?.[value.output] : value;
    const fields = Object.entries(body).map(async ([field, value]) => [field, await plainOf(value)] as const);
    return Object.fromEntries(await Promise.all(fields));
  }
}
