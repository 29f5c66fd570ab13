/** The first of the values that a variant has. */
const oneOf = <const Values extends [unknown, ...unknown[]]>(...values: Values): Values[number] => values[0];

/**
 * What the API document leaves open, as switches consulted at every request. Each doc line names the default
 * first. The ones from `canonical` to `badReference` change what the service does, the rest only how it
 * answers.
 */
export function defaultVariants() {
  return {
    /** Stored values are normalised: trimmed strings, sorted string arrays, rounded costs, slashes on bare hosts. */
    canonical: false,
    /** Fields that no write changes: an object keeps the default, or what it had. */
    ignored: [] as string[],
    /** Fields that a POST ignores. */
    ignoredOnCreate: [] as string[],
    /** What becomes of a field for which a change sends null. */
    nulls: oneOf("cleared", "ignored"),
    /** Longer texts are cut; null for no bound. */
    longestText: null as number | null,
    /** Stored in place of a larger number; null for no bound. */
    largestNumber: null as number | null,
    /** A key that is dropped from free-form objects. */
    droppedKey: null as string | null,
    /**
     * Which objects of one name may coexist: mappings and prompts that differ in what tells them apart, none, or
     * all. Any other is a 409.
     */
    twins: oneOf("distinct", false, true),
    /** For so many milliseconds after a DELETE, the name of the deleted object stays taken: a create with it is a 409. */
    nameHeldMs: 0,
    /** Two models of a workspace may have one `gateway_name`, as under `gatewayName: "name"`; otherwise the second is a 409. */
    gatewayNameTwins: true,
    /** Which `workflow` a config may have: any object, or only one with `steps`; otherwise a 400. */
    workflow: oneOf("any", "steps"),
    /** Whether a default config can be deleted; otherwise a 409. */
    deleteDefault: true,
    /** A new default config takes the flag from the workspace's former default. */
    exclusiveDefault: false,
    /** What PUT does with an optional field that the body leaves out: back to its default, or kept. */
    put: oneOf("replace", "merge"),
    /** How a new object's id looks; "odd" has slashes, spaces, %, ?, # and letters beyond ASCII. */
    ids: oneOf("uuid", "odd"),
    /** What a model's `gateway_name` is made of. */
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
    /** Which scope the budget endpoints ask for. */
    budgetScope: oneOf("workspaces", "members", "none"),
    /** PATCH of a budget answers 200 with `success: false` and changes nothing. */
    budgetRefused: false,
    /** The most rows that a page has; null for no bound. */
    maxLimit: null as number | null,
    /** What a page of metrics makes of a `limit` above `maxLimit`: a lower one that it tells, a 400, or fewer rows without a word. */
    aboveMaxLimit: oneOf("lowered", "refused", "silent"),
    /** Pages of metrics carry `page`, `limit` and `total_pages`. */
    pageCounts: true,
    /** What becomes of a new index: crawled, left PENDING, or FAILED. */
    crawl: oneOf("run", "hold", "fail"),
    /** The answer to a `provider_id` or `model_id` that is not in the workspace. */
    badReference: oneOf(404, 400),

    /** Envelope of single reads. */
    single: oneOf("wrapped", "bare"),
    /** Envelope of create and update answers. */
    write: oneOf("wrapped", "bare", "empty"),
    /** Create answers carry a `Location` header. */
    location: false,
    createStatus: oneOf(200, 201, 202),
    deleteStatus: oneOf(200, 204, 202),
    /** Lists carry `total`. */
    total: true,
    /** Lists stop after so many rows; `total` still counts all. */
    cut: null as number | null,
    /**
     * What lists make of a query's `page` and `limit`, which the API document names for metrics alone;
     * "refused" is a 400.
     */
    paging: oneOf("ignored", "page", "limit", "both", "refused"),
    /** How many rows a list shows unless a `limit` says more or less; null for all. */
    pageSize: null as number | null,
    /** How many rows too many `total` counts. */
    overcount: 0,
    /** Responses leave out nulls and timestamps. */
    sparse: false,
    /** Responses have fields that the API document does not know. */
    extra: false,
    /** How numbers in items are spelled. */
    numbers: oneOf("number", "string"),
    /**
     * How the words of enumerations are spelled: as the API document has them, or upper and lower case the
     * other way round.
     */
    words: oneOf("documented", "other-case"),
    /** Models carry `workspace_id` in responses. */
    modelWorkspaceId: false,
    /** Shape of an error body. */
    errors: oneOf("json", "message", "detail", "errors", "text", "html", "none"),
    /** Meaning of `X-RateLimit-Reset`. */
    reset: oneOf("epoch-seconds", "epoch-ms", "delta"),
    retryAfter: oneOf("seconds", "date"),
    /** Name of the header that echoes the version a response was served with. */
    echoHeader: "Service-Api-Version",
    /** The versions this service knows, the latest last. */
    versions: ["2025-10-01", "2026-04-01", "2026-10-01"] as string[],
    /** Reads show the state of so many milliseconds ago. */
    staleMs: 0,
    /** Lists, but not single reads, show the state of so many milliseconds ago. */
    listLagMs: 0,
    /** How far the server's clock is off, in the `Date` header and in timestamps. */
    dateSkewMs: 0,
    /** How long an access token of an OAuth flow lives. */
    accessTokenSeconds: 3600,
    /** Whom the consent page approves by itself. */
    approve: null as string | null,
  };
}

/** How a gateway answers what the API document leaves open. */
export type Variants = ReturnType<typeof defaultVariants>;
