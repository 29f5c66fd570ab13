import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { invalid } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const paths = [
  "/user",
  "/workspaces",
  "/workspaces/{ws}",
  "/workspaces/{ws}/members",
  "/workspaces/{ws}/budget",
  "/providers",
  "/models",
  "/prompts",
  "/mappings",
  "/indexes",
  "/configs",
  "/workflows",
  "/quotas",
  "/metrics",
];

const limits = {
  "X-RateLimit-Limit": any.text,
  "X-RateLimit-Remaining": any.text,
  "X-RateLimit-Reset": any.text,
};

const holders = {
  nobody: "one without a token",
  "bad token": "an invalid token",
  "expired token": "an expired token",
} as const;

const unauthorized = (path: string): Exchange[] =>
  (["nobody", "bad token", "expired token"] as const).map((as) => ({
    law: `${path} is closed to ${holders[as]}`,
    row: "Authentication 2: A missing, invalid or expired token gets 401",
    as,
    request: { method: "GET", path },
    response: { status: 401 },
  }));

const version = (law: string, value: string, status: number): Exchange => ({
  law,
  row: status === 400 ? "Versioning 5; Errors, 400" : "Versioning 2",
  request: { method: "GET", path: "/user", headers: { "Service-Api-Version": value } },
  response: { status },
});

/** Errors, limits and versions: what holds for every endpoint. */
export const errors: Group = {
  about: "errors, limits and versions",
  setup: [aWorkspace],
  life: [],
  further: [
    ...paths.flatMap(unauthorized),
    ...["Support", 7, null, ["Support"]].map((body) =>
      invalid(
        `a body of ${JSON.stringify(body)} is refused`,
        "All bodies are JSON",
        "POST",
        "/workspaces",
        body,
      ),
    ),
    {
      law: "a response is JSON",
      row: "Introduction: All bodies are JSON",
      request: { method: "GET", path: "/workspaces" },
      response: { status: 200, headers: { "Content-Type": any.json }, body: { data: any.array } },
    },
    {
      law: "a response carries the limit, what is left of it and its reset",
      row: "Limits 1",
      request: { method: "GET", path: "/user" },
      response: { status: 200, headers: limits },
    },
    {
      law: "a refusal carries the limit too",
      row: "Limits 1",
      request: { method: "GET", path: "/quotas/no-such-item" },
      response: { status: 404, headers: limits },
    },
    {
      law: "without a version the latest is served, and named",
      row: "Versioning 3 and 4 (the name of the header is not shown)",
      request: { method: "GET", path: "/user" },
      response: { status: 200, headers: { "*": any.date.as("latest") } },
    },
    {
      law: "the version asked for is served, and named",
      row: "Versioning 2 and 4",
      request: { method: "GET", path: "/user", headers: { "Service-Api-Version": "{latest}" } },
      response: { status: 200, headers: { "*": "{latest}" } },
    },
    version("a version from before the API is unsupported", "1970-01-01", 400),
    version("a version that is no date is unsupported", "latest", 400),
  ],
};

/** Apart, because it uses the limit up. */
export const rateLimit: Group = {
  about: "rate limit",
  setup: [],
  given: [{ limit: { requests: 2 } }],
  life: [],
  further: [
    ...["first", "second"].map((nth) => ({
      law: `the ${nth} request is within the limit`,
      row: "Limits 1",
      request: { method: "GET" as const, path: "/user" },
      response: { status: 200, headers: { "X-RateLimit-Limit": any.text } },
    })),
    {
      law: "the request above the limit is told in seconds how long to wait",
      row: "Limits 2; Errors, 429",
      request: { method: "GET", path: "/user" },
      response: { status: 429, headers: { "Retry-After": any.seconds } },
    },
  ],
};
