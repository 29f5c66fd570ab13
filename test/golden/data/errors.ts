import { inWorkspaces } from "../../kinds/data.ts";
import { any } from "../any.ts";
import { asks, type Exchange, exchange, type Group, get, ok, post } from "../exchange.ts";
import { aWorkspace, invalid } from "../shared.ts";

const workspace = "/workspaces/{ws}";
const ofWorkspaces = ["/workspaces", workspace, `${workspace}/members`, `${workspace}/budget`];
const paths = ["/user", ...ofWorkspaces, ...inWorkspaces, "/workflows", "/quotas", "/metrics"];

const limits = {
  "X-RateLimit-Limit": any.text,
  "X-RateLimit-Remaining": any.text,
  "X-RateLimit-Reset": any.text,
};

const holders = [
  ["nobody", "one without a token"],
  ["bad token", "an invalid token"],
  ["expired token", "an expired token"],
] as const;

const unauthorized = (path: string): Exchange[] =>
  holders.map(([as, holder]) => {
    const row = "Authentication 2: A missing, invalid or expired token gets 401";
    return exchange(`${path} is closed to ${holder}`, row, get(path), 401, as);
  });

const ofVersion = (version: string): Exchange["request"] => ({
  ...get("/user"),
  headers: { "Service-Api-Version": version },
});

const notSupported = "Versioning 5; Errors, 400";
const limited = asks("Limits 1 and 2; Errors, 429", get("/user"));

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
        post("/workspaces", body),
      ),
    ),
    exchange("a response is JSON", "Introduction: All bodies are JSON", get("/workspaces"), {
      ...ok({ data: any.array }),
      headers: { "Content-Type": any.json },
    }),
    limited("a response carries the limit, what is left of it and its reset", {
      status: 200,
      headers: limits,
    }),
    exchange("a refusal carries the limit too", "Limits 1", get("/quotas/no-such-item"), {
      status: 404,
      headers: limits,
    }),
    exchange(
      "without a version the latest is served, and named",
      "Versioning 3 and 4 (the name of the header is not shown)",
      get("/user"),
      { status: 200, headers: { "*": any.date.as("latest") } },
    ),
    exchange("the version asked for is served, and named", "Versioning 2 and 4", ofVersion("{latest}"), {
      status: 200,
      headers: { "*": "{latest}" },
    }),
    exchange("a version from before the API is unsupported", notSupported, ofVersion("1970-01-01"), 400),
    exchange("a version that is no date is unsupported", notSupported, ofVersion("latest"), 400),
  ],
};

/** Apart, because it uses the limit up. */
export const rateLimit: Group = {
  about: "rate limit",
  setup: [],
  given: [{ limit: { requests: 2 } }],
  life: [],
  further: [
    ...["first", "second"].map((nth) =>
      limited(`the ${nth} request is within the limit`, { status: 200, headers: limits }),
    ),
    limited("the request above the limit is told in seconds how long to wait", {
      status: 429,
      headers: { "Retry-After": any.seconds },
    }),
  ],
};
