import { idOf, type Rows } from "../../client/answers.js";
import type { Client } from "../../client/client.js";
import { hasStatus, RequestError } from "../../client/http/errors.js";
import type { Exchange } from "../../client/http/exchange.js";
import { fillPath, queryOf } from "../../client/http/path.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import type { Reading } from "./reading.js";
import { isPartial } from "./result.js";

/** Answers one call of a function. What this run has read is not read again, unless `fresh` is true. */
export class Lookup {
  constructor(
    /** The name of the function, for messages. */
    private readonly name: string,
    private readonly reading: Reading,
    private readonly client: Client,
    private readonly where: Values,
    private fresh: boolean,
  ) {}

  /** All rows. `isNew` is true if the gateway has sent them just now. */
  async list(): Promise<{ rows: readonly JsonObject[]; isNew: boolean }> {
    const { rows, complete, isNew } = await this.listed();
    if (!complete) {
      throw new Error(
        `${this.name}: the gateway cut the list: it sent ${rows.length} objects and says that there are ` +
          "more. Read a single object by its id.",
      );
    }
    return { rows, isNew };
  }

  /** Reads the list again: others may have changed it, for example the provider in its own process. */
  async listAgain(): Promise<readonly JsonObject[]> {
    this.fresh = true;
    return (await this.list()).rows;
  }

  /**
   * An object by its id. Its row in the list comes first, because one list serves all objects of a place. The
   * object's own path is read if it shows more.
   */
  async byId(id: string): Promise<JsonObject> {
    const row = this.reading.list === undefined ? undefined : await this.rowOf(id);
    return row === undefined ? await this.existing(id) : await this.completed(row);
  }

  /** A row of the list, with the fields added that only the object's own path shows. */
  async completed(row: JsonObject): Promise<JsonObject> {
    const id = idOf(row);
    const isWhole = id === undefined || !isPartial(this.reading.result, row, this.where);
    return isWhole ? row : { ...row, ...(await this.item({ id })) };
  }

  /** The answer of the object's own path; empty if objects have no path of their own. */
  async item(key: Values): Promise<JsonObject> {
    const { get } = this.reading;
    if (get === undefined) {
      return {};
    }
    const request = this.request(get, { ...this.where, ...key });
    const { rows } = await this.remembered(request, async () => {
      const item = await this.client.item(request).catch((error) => this.explained(request, error));
      return { rows: item === undefined ? [] : [item], complete: true };
    });
    return rows[0] ?? {};
  }

  /** A reading without a list has one object at its place: a 404 means that the place does not exist. */
  private explained(request: Exchange, error: unknown): Promise<never> {
    return this.reading.list === undefined
      ? this.client.explainMissing(request, error)
      : Promise.reject(error);
  }

  private async rowOf(id: string): Promise<JsonObject | undefined> {
    const { rows } = await this.listed();
    return rows.find((candidate) => idOf(candidate) === id);
  }

  private existing(id: string): Promise<JsonObject> {
    return this.item({ id }).catch((error) => {
      const meaning = `${this.name}: there is nothing with the id ${JSON.stringify(id)}.`;
      throw hasStatus(error, 404) ? new RequestError({ ...error.failure, meaning }, { cause: error }) : error;
    });
  }

  private listed() {
    const request = this.request(this.reading.list ?? "", this.where);
    return this.remembered(request, () => this.client.rows(request));
  }

  /** A GET. Values outside of the path go into the query (the API's section "Workspace-scoped resources"). */
  private request(template: string, values: Values): Exchange {
    const { scope, parent } = this.reading;
    const beside = Object.entries(values).filter(([name]) => !template.includes(`{${name}}`));
    const id = parent && this.where[parent.field];
    return {
      method: "GET",
      path: fillPath(template, values),
      query: queryOf(Object.fromEntries(beside)),
      scope,
      within: parent === undefined || id === undefined ? undefined : { ...parent, id: String(id) },
    };
  }

  private async remembered(request: Exchange, load: () => Promise<Rows>) {
    // The plugin that answers a function may have written since.
    const key = `${this.client.lists.generation} ${request.path}?${new URLSearchParams(request.query)}`;
    if (this.fresh) {
      this.client.lists.forget(key);
    }
    let isNew = false;
    const answer = await this.client.lists.read(key, () => {
      isNew = true;
      return load();
    });
    return { ...answer, isNew };
  }
}
