import type { Exchange } from "../exchange.ts";
import type { Json } from "../fill.ts";

type Method = Exchange["request"]["method"];

/** One wrong body: 400, "Invalid body" (Errors). */
export function invalid(law: string, row: string, method: Method, path: string, body: Json): Exchange {
  return { law, row: `${row}; Errors, 400`, request: { method, path, body }, response: { status: 400 } };
}

/** A create without each of its required fields in turn. */
export function requires(row: string, path: string, body: Readonly<Record<string, Json>>): Exchange[] {
  return Object.keys(body).map((field) => {
    const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));
    return invalid(`create without ${field} is refused`, row, "POST", path, rest);
  });
}

/** A create with each of these wrong fields in turn, otherwise valid. */
export function rejects(
  row: string,
  path: string,
  valid: Readonly<Record<string, Json>>,
  wrong: Readonly<Record<string, Json>>,
): Exchange[] {
  return Object.entries(wrong).map(([field, value]) =>
    invalid(`create with ${field} ${JSON.stringify(value)} is refused`, row, "POST", path, {
      ...valid,
      [field]: value,
    }),
  );
}

/** GET, PATCH and DELETE of an item of a workspace that is not there: 404 (Errors). */
export function notFound(section: string, collection: string, change?: Json): Exchange[] {
  const path = `${collection}/no-such-item`;
  const row = `${section}; Errors, 404`;
  const exchanges: Exchange[] = [
    {
      law: "read of a missing item finds nothing",
      row,
      request: { method: "GET", path, query: { workspace_id: "{ws}" } },
      response: { status: 404 },
    },
    {
      law: "delete of a missing item finds nothing",
      row,
      request: { method: "DELETE", path, body: { workspace_id: "{ws}" } },
      response: { status: 404 },
    },
  ];
  if (change === undefined) return exchanges;
  const update: Exchange = {
    law: "update of a missing item finds nothing",
    row,
    request: { method: "PATCH", path, body: change },
    response: { status: 404 },
  };
  return [...exchanges, update];
}
