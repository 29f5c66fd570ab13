import { del, type Exchange, exchange, get, patch, post } from "../exchange.ts";
import type { Json } from "../fill.ts";

type Body = Readonly<Record<string, Json>>;

/** One wrong body: 400, "Invalid body" (Errors). */
export function invalid(law: string, row: string, request: Exchange["request"]): Exchange {
  return exchange(law, `${row}; Errors, 400`, request, 400);
}

/** What is not there: 404 (Errors). */
export function missing(law: string, request: Exchange["request"]): Exchange {
  return exchange(law, "Errors, 404", request, 404);
}

/** A create without each of its required fields in turn. */
export function requires(row: string, path: string, body: Body): Exchange[] {
  return Object.keys(body).map((field) => {
    const { [field]: _left, ...rest } = body;
    return invalid(`create without ${field} is refused`, row, post(path, rest));
  });
}

/** A create with each of these wrong fields in turn, otherwise valid. */
export function rejects(row: string, path: string, valid: Body, wrong: Body): Exchange[] {
  return Object.entries(wrong).map(([field, value]) => {
    const law = `create with ${field} ${JSON.stringify(value)} is refused`;
    return invalid(law, row, post(path, { ...valid, [field]: value }));
  });
}

/** GET, PATCH and DELETE of an item of a workspace that is not there: 404 (Errors). */
export function notFound(section: string, collection: string, change?: Json): Exchange[] {
  const path = `${collection}/no-such-item`;
  const row = `${section}; Errors, 404`;
  const scope = { workspace_id: "{ws}" };
  const update =
    change === undefined
      ? []
      : [exchange("update of a missing item finds nothing", row, patch(path, change), 404)];
  return [
    exchange("read of a missing item finds nothing", row, get(path, scope), 404),
    exchange("delete of a missing item finds nothing", row, del(path, scope), 404),
    ...update,
  ];
}
