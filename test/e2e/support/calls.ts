import type { Gateway } from "../../gateway/index.ts";
import { made } from "./contents.ts";

type Collection = (typeof made)[number] | "quotas";

/** What a gateway was asked, in a form that a test can spell out: objects by name, of bodies the sorted keys. */
const people = ["owner", "admin", "member"];

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

  id(collection: Collection, name: string): string {
    const row = this.gateway.rows(collection).find((candidate) => this.nameOf(candidate) === name);
    if (row === undefined) throw new Error(`nothing in ${collection} is called ${name}`);
    return String(row.id);
  }

  /** Tables that still hold objects, of those that programs fill: quotas are there before and after. */
  remaining(): Collection[] {
    return made.filter((collection) => this.gateway.rows(collection).length > 0);
  }

  private learnNames(): void {
    for (const row of [...made, "quotas" as const].flatMap((table) => this.gateway.rows(table)))
      this.names.set(String(row.id), String(this.nameOf(row)));
  }

  /** A deleted object has the name that it had at the last look. */
  private named(path: string): string {
    return path
      .split("/")
      .map((segment) => this.names.get(decodeURIComponent(segment)) ?? segment)
      .join("/");
  }

  /** Of a member it is the person's. */
  private nameOf(row: Record<string, unknown>): unknown {
    const person = people.find((user) => this.gateway.account(user).id === row.user_id);
    return row.name ?? row.source_name ?? row.title ?? person;
  }
}
