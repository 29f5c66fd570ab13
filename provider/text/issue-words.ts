import type { z } from "zod";

const typeWords: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

/** Zod messages for users: `schema.safeParse(value, inOurWords)`. A schema's own message takes precedence. */
export const inOurWords = {
  error: (issue: z.core.$ZodRawIssue): string | undefined => {
    switch (issue.code) {
      case "invalid_type":
        return `must be ${typeWords[issue.expected] ?? issue.expected}`;
      case "invalid_value":
        return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
      case "invalid_union":
        return [...new Set(issue.errors.flat().map(({ message }) => message))].join(", or ");
      case "too_small":
        return issue.inclusive === false
          ? `must be greater than ${issue.minimum}${unit(issue.origin, issue.minimum)}`
          : `must ${verb(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
      case "too_big":
        return `must ${verb(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
      default:
        return undefined;
    }
  },
};

function verb(origin: string): string {
  return origin === "string" ? "have" : "be";
}

function unit(origin: string, count: number | bigint): string {
  if (origin !== "string") {
    return "";
  }
  return Number(count) === 1 ? " character" : " characters";
}
