import type { Gateway } from "../../gateway/index.ts";

const collections = ["workspaces", "providers", "models", "prompts", "mappings"] as const;
type Collection = (typeof collections)[number];

/** What a gateway was asked, in a form that a test can spell out: objects by name, of bodies the sorted keys. */
export class Calls {
  private readonly gateway: Gateway;
  private readonly names = new Map<string, string>();

  constructor(gateway: Gateway) {
    this.gateway = gateway;
  }

  /** All requests since the last look, such as `PATCH /providers/openai priority workspace_id`. */
  take(): string[] {
    this.learnNames();
    const lines = this.gateway.log.entries().map(({ method, path, body }) => {
      const keys = typeof body === "object" && body !== null ? Object.keys(body).sort() : [];
      return [method, this.named(path), ...keys].join(" ");
    });
    this.gateway.log.clear();
    return lines;
  }

  /** The requests since the last look that change something; the others are forgotten. */
  writes(): string[] {
    return this.take().filter((line) => !line.startsWith("GET "));
  }

  /** The id of the object that has the name on the gateway. */
  id(collection: Collection, name: string): string {
    const row = this.gateway.rows(collection).find((candidate) => nameOf(candidate) === name);
    if (row === undefined) throw new Error(`nothing in ${collection} is called ${name}`);
    return String(row.id);
  }

  /** Tables that still hold objects. */
  remaining(): Collection[] {
    return collections.filter((collection) => this.gateway.rows(collection).length > 0);
  }

  private learnNames(): void {
    for (const row of collections.flatMap((collection) => this.gateway.rows(collection)))
      this.names.set(String(row.id), String(nameOf(row)));
  }

  /** A deleted object has the name that it had at the last look. */
  private named(path: string): string {
    return path
      .split("/")
      .map((segment) => this.names.get(decodeURIComponent(segment)) ?? segment)
      .join("/");
  }
}

function nameOf(row: Record<string, unknown>): unknown {
  return row.name ?? row.source_name;
}
