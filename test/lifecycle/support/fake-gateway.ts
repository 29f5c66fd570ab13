import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { networkError, reply } from "../../client/support/reply.ts";
import type { VirtualIo } from "../../client/support/virtual-io.ts";

/** A gateway in memory, whose objects and requests the test can see, and which fails as it is told. */
export class FakeGateway {
  readonly collections = new Map<string, JsonObject[]>();
  readonly requests: Exchange[] = [];
  /** What happens to the next requests, in order; then all is well. */
  faults: ("reset before" | "reset after")[] = [];
  private made = 0;

  constructor(
    private readonly io: VirtualIo,
    private readonly habits = { uniqueNames: true },
  ) {}

  rows(collection: string): JsonObject[] {
    const known = this.collections.get(collection) ?? [];
    this.collections.set(collection, known);
    return known;
  }

  /** Puts an object there without a request, as the console does. */
  put(collection: string, values: JsonObject): JsonObject {
    const now = new Date(this.io.now()).toISOString();
    const row = { id: `${collection}-${++this.made}`, created_at: now, updated_at: now, ...values };
    this.rows(collection).push(row);
    return row;
  }

  readonly send: Send = async (exchange) => {
    this.requests.push(exchange);
    const fault = this.faults.shift();
    await this.io.sleep(10);
    if (fault === "reset before") throw networkError(exchange, "unknown");
    const answer = this.carryOut(exchange);
    if (fault === "reset after") throw networkError(exchange, "unknown");
    return answer;
  };

  private answer(status: number, body?: unknown): Reply {
    return reply(status, body, { date: new Date(this.io.now()).toUTCString() });
  }

  private carryOut({ method, path, query, body = {} }: Exchange): Reply {
    const [collection = "", id, within] = placesOf(path);
    const rows = this.rows(collection);
    if (collection === "user") {
      return this.answer(200, { data: { id: "a-1", email: "ada@example.com" } });
    }
    if (id === undefined) {
      return method === "POST"
        ? this.create(collection, body)
        : this.list(rows, within ?? query?.workspace_id);
    }
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) {
      return this.answer(404, { message: "not found" });
    }
    if (method === "DELETE") {
      rows.splice(rows.indexOf(row), 1);
      return this.answer(204);
    }
    if (method === "PATCH") {
      Object.assign(row, body, { updated_at: new Date(this.io.now()).toISOString() });
    }
    if (method === "PUT") {
      const { id: _id, created_at } = row;
      rows.splice(rows.indexOf(row), 1, { id, created_at: created_at ?? null, updated_at: "later", ...body });
    }
    return this.answer(200, { data: rows.find((candidate) => candidate.id === id) });
  }

  private list(rows: JsonObject[], workspaceId: string | undefined): Reply {
    const data = rows.filter((row) => workspaceId === undefined || row.workspace_id === workspaceId);
    return this.answer(200, { data: structuredClone(data), total: data.length });
  }

  private create(collection: string, body: JsonObject): Reply {
    const taken = this.rows(collection).some(
      ({ name, workspace_id }) => name === body.name && workspace_id === body.workspace_id,
    );
    if (taken && this.habits.uniqueNames) {
      return this.answer(409, { message: "name is taken" });
    }
    const row = this.put(collection, body);
    return this.answer(201, { data: structuredClone(row) });
  }
}

/** The collection of a path, the id in it, and the workspace that the path goes through. */
function placesOf(path: string): (string | undefined)[] {
  const [, first, id, collection, inner] = path.split("/").map(decodeURIComponent);
  return collection === undefined ? [first, id] : [collection, inner, id];
}
