/** Returns the first of a variant's possible values, which is the default. */
const oneOf = <const Values extends [unknown, ...unknown[]]>(...values: Values): Values[number] => values[0];

/**
 * Switches for behavior that the API document does not specify. Every request reads them. The first value is
 * the default. The switches from `canonical` to `badReference` change what the service does. The others
 * change only its responses.
 */
export function defaultVariants() {
  return {
    /** Stored values are normalized: trimmed strings, sorted string arrays, rounded costs, slashes on bare hosts. */
    canonical: false,
    /** Fields that all writes ignore: an object keeps its value, or the default. */
    ignored: [] as string[],
    /** Fields that a POST ignores. */
    ignoredOnCreate: [] as string[],
    /** The effect of a null in a change. */
    nulls: oneOf("cleared", "ignored"),
    /** The maximum length of texts. Longer ones are truncated. Null for no limit. */
    longestText: null as number | null,
    /** The maximum number. It replaces larger ones. Null for no limit. */
    largestNumber: null as number | null,
    /** A key that is dropped from free-form objects. */
    droppedKey: null as string | null,
    /**
     * Which objects with the same name may coexist: mappings and prompts with different distinguishing
     * values, none, or all. Others receive a 409.
     */
    twins: oneOf("distinct", false, true),
    /** How long the name of a deleted object stays reserved, in milliseconds. Creates with it get a 409. */
    nameHeldMs: 0,
    /** Whether two models in a workspace may have the same `gateway_name`. If not, the second gets a 409. */
    gatewayNameTwins: true,
    /** Which `workflow` a config may have: any object, or only one with `steps`. Others receive a 400. */
    workflow: oneOf("any", "steps"),
    /** Whether a default config can be deleted. Otherwise, the response is a 409. */
    deleteDefault: true,
    /** Whether a new default config takes the flag from the workspace's former default. */
    exclusiveDefault: false,
    /** Whether a PUT resets or keeps optional fields that its body omits. */
    put: oneOf("replace", "merge"),
    /** The form of new ids. "odd" ids contain slashes, spaces, %, ?, # and non-ASCII letters. */
    ids: oneOf("uuid", "odd"),
    /** The form of a model's `gateway_name`. */
    gatewayName: oneOf("provider/name", "name"),
    /** Where DELETE looks for `workspace_id`. "none" does not require it. */
    deleteScope: oneOf("body", "query", "either", "none"),
    /** The response to a DELETE without `workspace_id` in that place. */
    deleteScopeStatus: oneOf(404, 400),
    /** The response to a read in a workspace that does not exist. "empty" is a list without rows. */
    missingWorkspace: oneOf(404, 403, "empty"),
    /** The response to a DELETE of a workspace by a member who is not its owner. */
    deleteNonOwner: oneOf(403, 404),
    /** Whether a plain MEMBER may write providers, models and the other objects of a workspace. */
    memberWrites: true,
    /** Whether only administrators, or every member, may invite, change and remove members. */
    membersManagedBy: oneOf("ADMIN", "MEMBER"),
    /** The kind whose scopes the budget endpoints require. */
    budgetScope: oneOf("workspaces", "members", "none"),
    /** Whether a PATCH of a budget returns 200 with `success: false` and changes nothing. */
    budgetRefused: false,
    /** The maximum number of rows in a page. Null for no limit. */
    maxLimit: null as number | null,
    /** The response to a metrics `limit` above `maxLimit`: a lower `limit`, a 400, or silently fewer rows. */
    aboveMaxLimit: oneOf("lowered", "refused", "silent"),
    /** Whether pages of metrics contain `page`, `limit` and `total_pages`. */
    pageCounts: true,
    /** Whether the crawl of a new index runs, waits (PENDING) or fails (FAILED). */
    crawl: oneOf("run", "hold", "fail"),
    /** The response to a `provider_id` or `model_id` that is not in the workspace. */
    badReference: oneOf(404, 400),

    /** The envelope of single reads. */
    single: oneOf("wrapped", "bare"),
    /** The envelope of create and update responses. */
    write: oneOf("wrapped", "bare", "empty"),
    /** Whether create responses have a `Location` header. */
    location: false,
    createStatus: oneOf(200, 201, 202),
    deleteStatus: oneOf(200, 204, 202),
    /** Whether lists contain `total`. */
    total: true,
    /** Lists stop after this many rows, but `total` counts all. */
    cut: null as number | null,
    /** How lists treat `page` and `limit`, which are documented only for metrics. "refused" is a 400. */
    paging: oneOf("ignored", "page", "limit", "both", "refused"),
    /** The number of rows in a list without a `limit`. Null for all. */
    pageSize: null as number | null,
    /** By how much `total` exceeds the number of rows. */
    overcount: 0,
    /** Whether responses omit nulls and timestamps. */
    sparse: false,
    /** Whether responses contain undocumented fields. */
    extra: false,
    /** The JSON type of numbers in objects. */
    numbers: oneOf("number", "string"),
    /** The spelling of enum values: as documented, or with swapped case. */
    words: oneOf("documented", "other-case"),
    /** Whether models in responses contain `workspace_id`. */
    modelWorkspaceId: false,
    /** The shape of error bodies. */
    errors: oneOf("json", "message", "detail", "errors", "text", "html", "none"),
    /** The meaning of `X-RateLimit-Reset`. */
    reset: oneOf("epoch-seconds", "epoch-ms", "delta"),
    retryAfter: oneOf("seconds", "date"),
    /** The name of the response header that echoes the API version. */
    echoHeader: "Service-Api-Version",
    /** The supported API versions, latest last. */
    versions: ["2025-10-01", "2026-04-01", "2026-10-01"] as string[],
    /** The lag of reads, in milliseconds. */
    staleMs: 0,
    /** The lag of lists, but not of single reads, in milliseconds. */
    listLagMs: 0,
    /** The error of the server's clock, in the `Date` header and in timestamps, in milliseconds. */
    dateSkewMs: 0,
    /** The lifetime of access tokens from OAuth flows, in seconds. */
    accessTokenSeconds: 3600,
    /** The user for whom the consent page approves automatically. Null shows the page. */
    approve: null as string | null,
  };
}

/** The gateway's behavior where the API document does not specify it. */
export type Variants = ReturnType<typeof defaultVariants>;
