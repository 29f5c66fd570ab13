import { RequestError } from "../../client/http/errors.js";
import type { Reply } from "../../client/http/exchange.js";

/**
 * The answer to a POST that may have been carried out, and what is wrong with the answer.
 * Other failures are thrown.
 */
export async function answered(sending: Promise<Reply>): Promise<{ reply?: Reply; problem?: RequestError }> {
  try {
    return { reply: await sending };
  } catch (error) {
    if (error instanceof RequestError && error.failure.answer !== undefined) {
      return { reply: error.failure.answer(), problem: error };
    }
    if (error instanceof RequestError && error.outcome === "unknown") {
      return { problem: error };
    }
    throw error;
  }
}
