import type { Kind } from "../../spec/kind.js";
import { adoptedVerbs } from "./adopted.js";
import { createdVerbs } from "./created.js";
import { issuedVerbs } from "./issued.js";
import type { Verbs } from "./verbs.js";

/** The verbs for the objects of a kind. Its source decides them. */
export function verbsOf({ source }: Kind): Verbs {
  switch (source.how) {
    case "created":
      return createdVerbs;
    case "adopted":
      return adoptedVerbs(source);
    case "issued":
      return issuedVerbs(source);
  }
}
