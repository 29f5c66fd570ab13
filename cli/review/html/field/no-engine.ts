/** Stands for `re2js` in pages whose patterns need no engine: it would be ten times as large as all the rest. */
export class RE2JSException extends Error {}

/** The same: it reads no pattern. */
export const RE2JS = {
  DOTALL: 0,
  CASE_INSENSITIVE: 0,
  quote: (text: string) => text,
  compile: () => {
    throw new RE2JSException("this page has no engine for patterns");
  },
};
