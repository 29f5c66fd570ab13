/** An object in a response. */
export type Row = Readonly<Record<string, unknown>>;

/** A client for the REST API of GitHub or GitLab. Its messages never contain the token. */
export class Api {
  readonly #base: string;
  readonly #token: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, token: string, headers: Readonly<Record<string, string>>) {
    this.#base = base;
    this.#token = token;
    this.#headers = { ...headers, "user-agent": "workspace-gateway-pipeline" };
  }

  async row(method: string, path: string, body?: Row): Promise<Row> {
    const answer: unknown = await (await this.#send(method, path, body)).json();
    if (!isRow(answer)) throw new Error(`${method} ${path} did not return an object.`);
    return answer;
  }

  /** Returns the object in a response. Undefined if it does not exist. */
  async maybe(path: string): Promise<Row | undefined> {
    const response = await this.#fetch("GET", path);
    if (response.status === 404) return undefined;
    await this.#check("GET", path, response);
    const answer: unknown = await response.json();
    return isRow(answer) ? answer : undefined;
  }

  /** Sends a request, and ignores the response body. */
  async send(method: string, path: string, body?: Row): Promise<void> {
    await (await this.#send(method, path, body)).body?.cancel();
  }

  /** Returns the rows of only the first page. */
  async firstRows(path: string): Promise<Row[]> {
    const answer: unknown = await (await this.#send("GET", path)).json();
    if (!Array.isArray(answer)) throw new Error(`GET ${path} did not return a list.`);
    return answer.filter(isRow);
  }

  /** Returns the rows of all pages. `key` is the list's key if the response wraps the list in an object. */
  async rows(path: string, key?: string): Promise<Row[]> {
    const all: Row[] = [];
    for (let page = 1; ; page++) {
      const mark = path.includes("?") ? "&" : "?";
      const response = await this.#send("GET", `${path}${mark}per_page=${pageSize}&page=${page}`);
      const answer: unknown = await response.json();
      const rows = key === undefined ? answer : isRow(answer) ? answer[key] : undefined;
      if (!Array.isArray(rows)) throw new Error(`GET ${path} did not return a list.`);
      all.push(...rows.filter(isRow));
      // GitLab omits rows that the token may not see, so a page that is not full may not be the last.
      if (!/\brel="next"/.test(response.headers.get("link") ?? "")) return all;
    }
  }

  /** Returns the bytes of a file. Undefined if it does not exist. */
  async file(path: string): Promise<Uint8Array | undefined> {
    const response = await this.#fetch("GET", path);
    if (response.status === 404) return undefined;
    await this.#check("GET", path, response);
    return new Uint8Array(await response.arrayBuffer());
  }

  async #send(method: string, path: string, body?: Row): Promise<Response> {
    const response = await this.#fetch(method, path, body);
    await this.#check(method, path, response);
    return response;
  }

  async #fetch(method: string, path: string, body?: Row): Promise<Response> {
    try {
      return await fetch(this.#base + path, {
        method,
        headers: { ...this.#headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
    } catch (error) {
      throw new Error(`${method} ${path} received no response: ${this.#readable(reasonOf(error))}.`);
    }
  }

  async #check(method: string, path: string, response: Response): Promise<void> {
    if (response.ok) return;
    const said = this.#readable(await response.text());
    const hint = hints[response.status] ?? "";
    throw new Error(`${method} ${path} returned ${response.status}${hint}. Response: ${said || "empty"}`);
  }

  /** The text of the response as one line, without the token. */
  #readable(text: string): string {
    const line = text.replaceAll(this.#token, "[token]").replace(/[\p{Cc}\s]+/gu, " ");
    return line.trim().slice(0, 300);
  }
}

const pageSize = 100;

const hints: Readonly<Record<number, string>> = {
  401: ": the token is invalid or has expired",
  403: ": the token lacks permission; README.md lists the permissions that it needs",
  404: ": it does not exist, or the token cannot see it",
};

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the number at a key of a response object. */
export function numberAt(row: Row, key: string): number {
  const value = row[key];
  if (typeof value !== "number") throw new Error(`The response has no number \`${key}\`.`);
  return value;
}

/** Returns the text at a key of a response object. Empty if there is none. */
export function textAt(row: Row, key: string): string {
  const value = row[key];
  return typeof value === "string" ? value : "";
}

/** Returns the object at a key of a response object. Empty if there is none. */
export function rowAt(row: Row, key: string): Row {
  const value = row[key];
  return isRow(value) ? value : {};
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
