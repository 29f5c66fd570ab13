import { z } from "zod";

/**
 * What a recorded request tells (the API's section "Metric"). It loads no kind: the command line reads rows,
 * too, and is quick.
 */
export const metricRow = z.object({
  /** Id of the object. */
  id: z.string().min(1),
  /** Id of the account. */
  userId: z.string(),
  /** Id of the key that the request was sent with. */
  keyId: z.string(),
  /** HTTP method of the recorded request. */
  method: z.string(),
  /** Path of the recorded request. */
  endpoint: z.string(),
  /** HTTP status of the answer. */
  statusCode: z.int(),
  /** How long the request took, in milliseconds. */
  durationMs: z.int(),
  /** Number of tokens that were sent. */
  tokensInput: z.int(),
  /** Number of tokens that came back. */
  tokensOutput: z.int(),
  /** Cost of the request; the API does not show the unit. */
  cost: z.number(),
  /** Id of the provider that served the request. */
  providerId: z.string(),
  /** Id of the model that served the request. */
  modelId: z.string(),
  /** When the request was recorded, ISO 8601. */
  createdAt: z.string(),
});
