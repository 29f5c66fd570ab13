/** Returns the first of the values that a variant can have: the default. */
const oneOf = <const Values extends [unknown, ...unknown[]]>(...values: Values): Values[number] => values[0];

/**
 * Switches for behavior that the API document leaves open. Every request reads them. The default comes first. Those from
 * `canonical` to `badReference` change what the service does, the others only change its answers.
 */
export function defaultVariants() {
  return {
    /** Stored values are normalized: trimmed strings, sorted string arrays, rounded costs, slashes on bare hosts. */
    canonical: false,
    /** Fields that no write changes: an object keeps its value, or the default. */
    ignored: [] as string[],
    /** Fields that a POST ignores. */
    ignoredOnCreate: [] as string[],
    /** The effect of a null in a change. */
    nulls: oneOf("cleared", "ignored"),
    /** Longer texts are cut; null for no limit. */
    longestText: null as number | null,
    /** Stored in place of a larger number; null for no limit. */
    largestNumber: null as number | null,
    /** A key that is dropped from free-form objects. */
    droppedKey: null as string | null,
    /**
     * Which objects of one name may coexist: mappings and prompts with different distinguishing values, none, or all.
     * Any other gets a 409.
     */
    twins: oneOf("distinct", false, true),
    /** How many milliseconds the name of a deleted object stays reserved. A create with it gets a 409. */
    nameHeldMs: 0,
    /** Two models of a workspace may have one `gateway_name`, as under `gatewayName: "name"`; otherwise the second is a 409. */
    gatewayNameTwins: true,
    /** Which `workflow` a config may have: any object, or only one with `steps`; otherwise a 400. */
    workflow: oneOf("any", "steps"),
    /** Whether a default config can be deleted; otherwise a 409. */
    deleteDefault: true,
    /** A new default config takes the flag from the workspace's former default. */
    exclusiveDefault: false,
    /** Whether a PUT resets an optional field that its body leaves out, or keeps it. */
    put: oneOf("replace", "merge"),
    /** The form of new ids; "odd" ids have slashes, spaces, %, ?, # and letters beyond ASCII. */
    ids: oneOf("uuid", "odd"),
    /** The form of a model's `gateway_name`. */
    gatewayName: oneOf("provider/name", "name"),
    /** Where DELETE looks for `workspace_id`; "none" does not need it. */
    deleteScope: oneOf("body", "query", "either", "none"),
    /** The answer to a DELETE that has no `workspace_id` at that place. */
    deleteScopeStatus: oneOf(404, 400),
    /** The answer to a read in a workspace that does not exist; "empty" is a list without rows. */
    missingWorkspace: oneOf(404, 403, "empty"),
    /** The answer to a DELETE of a workspace by a member who is not its owner. */
    deleteNonOwner: oneOf(403, 404),
    /** Whether a plain MEMBER may write providers, models and the other objects of a workspace. */
    memberWrites: true,
    /** Whether only administrators, or every member, may invite, change and remove members. */
    membersManagedBy: oneOf("ADMIN", "MEMBER"),
    /** The kind whose scopes the budget endpoints require. */
    budgetScope: oneOf("workspaces", "members", "none"),
    /** PATCH of a budget answers 200 with `success: false` and changes nothing. */
    budgetRefused: false,
    /** Maximum number of rows in a page; null for no limit. */
    maxLimit: null as number | null,
    /** The answer to a `limit` of metrics above `maxLimit`: a lower `limit` in the answer, a 400, or silently fewer rows. */
    aboveMaxLimit: oneOf("lowered", "refused", "silent"),
    /** Pages of metrics contain `page`, `limit` and `total_pages`. */
    pageCounts: true,
    /** Whether the crawl of a new index runs, waits (PENDING) or fails (FAILED). */
    crawl: oneOf("run", "hold", "fail"),
    /** The answer to a `provider_id` or `model_id` that is not in the workspace. */
    badReference: oneOf(404, 400),

    /** Envelope of single reads. */
    single: oneOf("wrapped", "bare"),
    /** Envelope of create and update answers. */
    write: oneOf("wrapped", "bare", "empty"),
    /** Create answers have a `Location` header. */
    location: false,
    createStatus: oneOf(200, 201, 202),
    deleteStatus: oneOf(200, 204, 202),
    /** Lists contain `total`. */
    total: true,
    /** Lists stop after this many rows; `total` counts all. */
    cut: null as number | null,
    /** How lists treat the `page` and `limit` of a query, which are documented only for metrics; "refused" is a 400. */
    paging: oneOf("ignored", "page", "limit", "both", "refused"),
    /** Number of rows in a list without a `limit`; null for all. */
    pageSize: null as number | null,
    /** By how much `total` exceeds the number of rows. */
    overcount: 0,
    /** Responses leave out nulls and timestamps. */
    sparse: false,
    /** Responses contain undocumented fields. */
    extra: false,
    /** The JSON type of numbers in objects. */
    numbers: oneOf("number", "string"),
    /** The spelling of enumerated values: as documented, or with upper and lower case swapped. */
    words: oneOf("documented", "other-case"),
    /** Models have `workspace_id` in responses. */
    modelWorkspaceId: false,
    /** Shape of an error body. */
    errors: oneOf("json", "message", "detail", "errors", "text", "html", "none"),
    /** Meaning of `X-RateLimit-Reset`. */
    reset: oneOf("epoch-seconds", "epoch-ms", "delta"),
    retryAfter: oneOf("seconds", "date"),
    /** Name of the response header that echoes the API version. */
    echoHeader: "Service-Api-Version",
    /** The API versions that the service supports, the latest last. */
    versions: ["2025-10-01", "2026-04-01", "2026-10-01"] as string[],
    /** By how many milliseconds reads lag behind. */
    staleMs: 0,
    /** By how many milliseconds lists, but not single reads, lag behind. */
    listLagMs: 0,
    /** Milliseconds by which the server's clock is off, in the `Date` header and in timestamps. */
    dateSkewMs: 0,
    /** Lifetime of an access token of an OAuth flow. */
    accessTokenSeconds: 3600,
    /** The user for whom the consent page approves automatically; null asks. */
    approve: null as string | null,
  };
}

/** The behavior of a gateway where the API document leaves it open. */
export type Variants = ReturnType<typeof defaultVariants>;
