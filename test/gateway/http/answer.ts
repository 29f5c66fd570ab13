import type { Row } from "../json.ts";
import type { Variants } from "../variants.ts";
import { emptyReply, jsonReply, type Reply } from "./reply.ts";

/** What an endpoint has to say, before envelopes and variants. */
export type Answer =
  | { kind: "list"; items: Row[]; total?: number; more?: Row }
  | { kind: "single"; item: Row }
  | { kind: "created"; item: Row; location: string }
  | { kind: "changed"; item: Row }
  | { kind: "deleted" }
  | { kind: "bare"; body: Row };

/** Puts an answer into the envelope that the variants ask for (api.md, "Response shape"). */
export function answerReply(answer: Answer, variants: Variants): Reply {
  switch (answer.kind) {
    case "list":
      return listReply(answer.items, answer.total, answer.more, variants);
    case "single":
      return itemReply(200, answer.item, variants.single, variants);
    case "changed":
      return itemReply(200, answer.item, variants.write, variants);
    case "created": {
      const reply = itemReply(variants.createStatus, answer.item, variants.write, variants);
      if (variants.location) reply.headers.Location = answer.location;
      return reply;
    }
    case "deleted":
      return variants.deleteStatus === 204
        ? emptyReply(204)
        : jsonReply(variants.deleteStatus, { success: true });
    case "bare":
      return jsonReply(200, dressed(answer.body, variants));
  }
}

function listReply(items: Row[], total = items.length, more: Row = {}, variants: Variants): Reply {
  const shown = variants.cut === null ? items : items.slice(0, variants.cut);
  const data = shown.map((item) => dressed(item, variants));
  return jsonReply(200, variants.total ? { data, total, ...more } : { data, ...more });
}

function itemReply(status: number, item: Row, envelope: Variants["write"], variants: Variants): Reply {
  if (envelope === "empty") return emptyReply(status);
  const shown = dressed(item, variants);
  return jsonReply(status, envelope === "bare" ? shown : { data: shown });
}

/** The fields whose values are words of a list. */
const enumerations = [
  "account_type",
  "compatibility",
  "environment",
  "my_role",
  "period",
  "role",
  "status",
  "type",
];

function inOtherCase(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
}

function dressed(item: Row, { sparse, extra, numbers, words }: Variants): Row {
  if (!sparse && !extra && numbers === "number" && words === "documented") return item;
  const shown: Row = {};
  for (const [key, value] of Object.entries(item)) {
    if (sparse && (value === null || key === "created_at" || key === "updated_at")) continue;
    if (numbers === "string" && typeof value === "number") {
      shown[key] = String(value);
    } else if (words === "other-case" && typeof value === "string" && enumerations.includes(key)) {
      shown[key] = inOtherCase(value);
    } else {
      shown[key] = value;
    }
  }
  return extra ? { ...shown, etag: "W/1", _links: { self: "about:blank" } } : shown;
}
