/** One thing wrong with a request. */
export interface Problem {
  field: string;
  message: string;
}

/** Ends a request with an error status (the API's section "Errors"). */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: Problem[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { problems?: Problem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.problems = more.problems ?? [];
    this.headers = more.headers ?? {};
  }
}
