import { expect, test } from "vitest";
import { operations } from "./resources/operations.ts";
import { openGateway } from "./tests/open-gateway.ts";

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { headers: object }>; security?: object[] }>
  >;
}

async function fetchDocument(): Promise<Document> {
  const { gateway } = await openGateway();
  const response = await fetch(`${gateway.origin}/openapi.json`);
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
}

test("every operation is documented with its scope, its statuses and the headers of every response", async () => {
  const { paths } = await fetchDocument();
  for (const operation of operations) {
    const documented = paths[`/api/v1${operation.path}`]?.[operation.method];
    const statuses = Object.keys(documented?.responses ?? {}).map(Number);
    const success = operation.returns === null ? [] : [200];
    expect(statuses).toEqual(expect.arrayContaining([...success, 400, 401, 429, ...operation.errors]));
    expect(documented?.security).toHaveLength(1);
    for (const { headers } of Object.values(documented?.responses ?? {})) {
      expect(headers).toHaveProperty("X-RateLimit-Remaining");
      expect(headers).toHaveProperty("Service-Api-Version");
    }
    expect(documented?.responses[429]?.headers).toHaveProperty("Retry-After");
  }
});

test("the OAuth endpoints are documented", async () => {
  const { paths } = await fetchDocument();
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(["/oauth/authorize", "/oauth/token", "/oauth/revoke"]),
  );
});
