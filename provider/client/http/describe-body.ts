import { deepestJson, isJsonObject, type JsonObject } from "../../text/json.js";
import { printable } from "../../text/printable.js";
import { redact } from "../../text/redact.js";

const longestMessage = 300;

/** If all messages together are longer, each is cut to its share: every field that the gateway names stays readable. */
const longestLine = 1000;

/** A line with more messages than this is too long to read. */
const mostMessages = 20;

/** How many characters of a text are read. After this place, the text may have been cut inside a secret. */
const longestText = 16_384;

/**
 * Makes one readable line from an error body of any shape, because the API does not show its shape (the API's
 * section "Errors"). `inProgram` gives the program's name of a field that the body names.
 *
 * Secrets are covered first. After a text is cut or changed, a part of a secret could be left in it.
 */
export function describeBody(
  body: unknown,
  secrets: readonly string[] = [],
  inProgram: (field: string) => string = (field) => field,
): string {
  const all = [...new Set(new Reader(secrets, inProgram).messages(body))];
  const shown = all.length > mostMessages ? [...all.slice(0, mostMessages), "…"] : all;
  const separators = 2 * (shown.length - 1);
  const isLong = separators + shown.reduce((sum, { length }) => sum + length, 0) > longestLine;
  const share = isLong ? Math.floor((longestLine - separators) / shown.length) - 1 : longestMessage;
  return shown
    .map((message) => cut(message, share))
    .join("; ")
    .replace(/\.$/, "");
}

function quote(text: string): string {
  return cut(printable(text).replace(/\s+/g, " ").trim(), longestMessage);
}

function cut(line: string, longest: number): string {
  return line.length > longest ? `${line.slice(0, longest).replace(/…$/, "")}…` : line;
}

const messageKeys = [
  "message",
  "error_description",
  "detail",
  "error",
  "title",
  "errors",
  "details",
  "fieldErrors",
  "field_errors",
  "fields",
  "msg",
  "reason",
  "description",
  "issue",
  "defaultMessage",
];

/** The keys under which validators name a field: as text with dots, as a list of steps, or as a JSON pointer (RFC 6901). */
const placeKeys = [
  "path",
  "field",
  "param",
  "loc",
  "pointer",
  "property",
  "propertyPath",
  "instancePath",
  "parameter",
  "location",
];

/** What stands around the fields of a body: FastAPI's `loc` begins with the one, a JSON:API pointer with the others. */
const wrappers = ["body", "data", "attributes"];

/**
 * Collects the texts of a body. It stops when it has enough, because a line is short and a body may be long.
 */
class Reader {
  private read = 0;

  constructor(
    private readonly secrets: readonly string[],
    private readonly inProgram: (field: string) => string,
  ) {}

  messages(body: unknown, depth = 0): string[] {
    if (this.read >= longestText || depth > deepestJson) {
      return [];
    }
    if (typeof body === "string") {
      this.read += body.length;
      return body === "" ? [] : [quote(withoutMarkup(this.cover(body)))];
    }
    if (Array.isArray(body)) {
      return this.each(body, (item) => this.messages(item, depth + 1));
    }
    return isJsonObject(body) ? this.messagesOf(body, depth) : [];
  }

  private each(items: readonly unknown[], messages: (item: unknown) => string[]): string[] {
    const found = items.slice(0, mostMessages).flatMap(messages);
    return items.length > mostMessages && found.length > 0 ? [...found, "…"] : found;
  }

  private messagesOf(body: JsonObject, depth: number): string[] {
    const place = placeOf(body, depth === 0);
    const known = messageKeys.filter((key) => key in body);
    const others = Object.keys(body).filter((key) => !(known.includes(key) || placeKeys.includes(key)));
    const found = known.flatMap((key) => this.messages(body[key], depth + 1));
    for (const key of others) {
      const placed = this.placed(body[key], depth + 1);
      const isField = known.length === 0 && placed.length === 0;
      found.push(...placed, ...(isField ? this.at(key, this.messages(body[key], depth + 1)) : []));
    }
    const told = found.slice(0, mostMessages + 1);
    return place === undefined || told.length === 0 ? told : this.at(place, [told.join("; ")]);
  }

  /** The messages about a field, wherever in a value they stand. */
  private placed(value: unknown, depth: number): string[] {
    if (this.read >= longestText || depth > deepestJson || typeof value !== "object" || value === null) {
      return [];
    }
    return isJsonObject(value) && placeOf(value) !== undefined
      ? this.messagesOf(value, depth)
      : this.each(Object.values(value), (item) => this.placed(item, depth + 1));
  }

  private at(place: string, messages: readonly string[]): string[] {
    if (messages.length === 0) {
      return [];
    }
    this.read += place.length;
    const [first = "", ...rest] = stepsOf(this.cover(place));
    const where = [first === "" ? first : this.inProgram(first), ...rest].join(".");
    return messages.map((message) => quote(where === "" ? message : `${where}: ${message}`));
  }

  private cover(text: string): string {
    return redact(text.slice(0, 4 * longestText), this.secrets, longestText);
  }
}

/** The field that an object of an error body is about. Undefined if it names none: the `path` of a whole body is the request's. */
function placeOf(body: JsonObject, isWhole = false): string | undefined {
  const { source, reason, name } = body;
  const inSource = isJsonObject(source) ? (source.pointer ?? source.parameter) : undefined;
  const places = placeKeys.map((key) => body[key]).map((each) => (Array.isArray(each) ? joined(each) : each));
  const place = places.find((each) => typeof each === "string" && !(isWhole && each.startsWith("/")));
  // The `invalid-params` of RFC 7807 have a name and a reason.
  const named = reason === undefined ? undefined : name;
  return [place, inSource, named].find((each) => typeof each === "string");
}

const joined = (steps: readonly unknown[]) => steps.filter((step) => typeof step !== "object").join(".");

/** The steps of a place, without those around the fields of a body. */
function stepsOf(place: string): string[] {
  const isPointer = /^#?(\/|$)/.test(place);
  const steps = isPointer
    ? place.replace(/^#?\/?/, "").split("/")
    : place
        .replace(/^\$\.?/, "")
        .replace(/\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/g, ".$1$2$3")
        .split(".");
  while (steps.length > 1 && wrappers.includes(steps[0] ?? "")) {
    steps.shift();
  }
  return steps;
}

function withoutMarkup(text: string): string {
  return /^\s*</.test(text) ? withoutScripts(text).replace(/<[^<>]*>/g, " ") : text;
}

/**
 * Each step looks only at its own part of the text, because a page may be long, and an element may have no
 * end.
 */
function withoutScripts(page: string): string {
  const [before = "", ...parts] = page.split(/<(?=style\b|script\b)/i);
  return [before, ...parts.map((part) => part.replace(/^[\s\S]*?(?:<\/(?:style|script)>|$)/i, ""))].join(" ");
}
