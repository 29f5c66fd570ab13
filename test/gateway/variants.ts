type ErrorShape = "json" | "message" | "detail" | "errors" | "text" | "html" | "none";

/**
 * What api.md leaves open, as switches consulted at every request. Each doc line names the default first.
 * The ones from `canonical` to `badReference` change what the service does, the rest only how it answers.
 */
export interface Variants {
  /** Stored values are normalised: trimmed strings, sorted string arrays, rounded costs, slashes on bare hosts. */
  canonical: boolean;
  /** Two objects of one name may coexist; otherwise the second is a 409. */
  twins: boolean;
  /** A new default config takes the flag from the workspace's former default. */
  exclusiveDefault: boolean;
  /** What PUT does with an optional field that the body leaves out: back to its default, or kept. */
  put: "replace" | "merge";
  /** How a new object's id looks; "odd" has slashes, spaces, %, ?, # and letters beyond ASCII. */
  ids: "uuid" | "odd";
  /** What a model's `gateway_name` is made of. */
  gatewayName: "provider/name" | "name";
  /** Where DELETE looks for `workspace_id`; "none" does not need it. */
  deleteScope: "body" | "query" | "either" | "none";
  /** The answer to a DELETE that has no `workspace_id` at that place. */
  deleteScopeStatus: 404 | 400;
  /** The answer to a read in a workspace that does not exist; "empty" is a list without rows. */
  missingWorkspace: 404 | 403 | "empty";
  /** The answer to a DELETE of a workspace by a member who is not its owner. */
  deleteNonOwner: 403 | 404;
  /** Whether a plain MEMBER may write providers, models and the other objects of a workspace. */
  memberWrites: boolean;
  /** Whether only administrators, or every member, may invite, change and remove members. */
  membersManagedBy: "ADMIN" | "MEMBER";
  /** Which scope the budget endpoints ask for. */
  budgetScope: "workspaces" | "members" | "none";
  /** PATCH of a budget answers 200 with `success: false` and changes nothing. */
  budgetRefused: boolean;
  /** The most rows that a page has; null for no bound. */
  maxLimit: number | null;
  /** What becomes of a new index: crawled, left PENDING, or FAILED. */
  crawl: "run" | "hold" | "fail";
  /** The answer to a `provider_id` or `model_id` that is not in the workspace. */
  badReference: 404 | 400;

  /** Envelope of single reads. */
  single: "wrapped" | "bare";
  /** Envelope of create and update answers. */
  write: "wrapped" | "bare" | "empty";
  /** Create answers carry a `Location` header. */
  location: boolean;
  createStatus: 200 | 201 | 202;
  deleteStatus: 200 | 204 | 202;
  /** Lists carry `total`. */
  total: boolean;
  /** Lists stop after so many rows; `total` still counts all. */
  cut: number | null;
  /** What lists make of a query's `page` and `limit`, which api.md names for metrics alone; "refused" is a 400. */
  paging: "ignored" | "page" | "limit" | "both" | "refused";
  /** How many rows a list shows unless a `limit` says more or less; null for all. */
  pageSize: number | null;
  /** How many rows too many `total` counts. */
  overcount: number;
  /** Responses leave out nulls and timestamps. */
  sparse: boolean;
  /** Responses have fields that api.md does not know. */
  extra: boolean;
  /** How numbers in items are spelled. */
  numbers: "number" | "string";
  /** How the words of enumerations are spelled: as api.md has them, or upper and lower case the other way round. */
  words: "documented" | "other-case";
  /** Models carry `workspace_id` in responses. */
  modelWorkspaceId: boolean;
  /** Shape of an error body. */
  errors: ErrorShape;
  /** Meaning of `X-RateLimit-Reset`. */
  reset: "epoch-seconds" | "epoch-ms" | "delta";
  retryAfter: "seconds" | "date";
  /** Name of the header that echoes the version a response was served with. */
  echoHeader: string;
  /** The versions this service knows, the latest last. */
  versions: string[];
  /** Reads show the state of so many milliseconds ago. */
  staleMs: number;
  /** Lists, but not single reads, show the state of so many milliseconds ago. */
  listLagMs: number;
  /** How far the server's clock is off, in the `Date` header and in timestamps. */
  dateSkewMs: number;
  /** How long an access token of an OAuth flow lives. */
  accessTokenSeconds: number;
  /** Whom the consent page approves by itself. */
  approve: string | null;
}

/** The variants as api.md reads at first sight. */
export function defaultVariants(): Variants {
  return {
    canonical: false,
    twins: false,
    exclusiveDefault: false,
    put: "replace",
    ids: "uuid",
    gatewayName: "provider/name",
    deleteScope: "body",
    deleteScopeStatus: 404,
    missingWorkspace: 404,
    deleteNonOwner: 403,
    memberWrites: true,
    membersManagedBy: "ADMIN",
    budgetScope: "workspaces",
    budgetRefused: false,
    maxLimit: null,
    crawl: "run",
    badReference: 404,
    single: "wrapped",
    write: "wrapped",
    location: false,
    createStatus: 200,
    deleteStatus: 200,
    total: true,
    cut: null,
    paging: "ignored",
    pageSize: null,
    overcount: 0,
    sparse: false,
    extra: false,
    numbers: "number",
    words: "documented",
    modelWorkspaceId: false,
    errors: "json",
    reset: "epoch-seconds",
    retryAfter: "seconds",
    echoHeader: "Service-Api-Version",
    versions: ["2025-10-01", "2026-04-01", "2026-10-01"],
    staleMs: 0,
    listLagMs: 0,
    dateSkewMs: 0,
    accessTokenSeconds: 3600,
    approve: null,
  };
}
