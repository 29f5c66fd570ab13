import { z } from "zod";
import type { Client } from "../../client/client.js";
import {
  type Exchange,
  fillPath,
  hasStatus,
  idOf,
  queryOf,
  RequestError,
  type Rows,
} from "../../client/exchange.js";
import { shownIn, thereAre, Unstorable, valueIn } from "../../lifecycle/rows.js";
import { isTidied, sameValue } from "../../spec/compare.js";
import { type Field, fieldsOf } from "../../spec/field.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { howMany, plural } from "../../text/words.js";
import { callable, type OutputCall, output, type Read } from "./call.js";
import { common, type ManyArgs, type OneArgs, type Reading, type ResultOf, resultReader } from "./reading.js";

export function one<D extends Reading>(reading: D): Read<OneArgs<D>, ResultOf<D["result"]>> {
  const name = `get${reading.name}`;
  const { where, by, result } = reading;
  const id = z.object({ id: z.string().min(1).optional() });
  const selectors = fieldsOf(by);
  const toResult = resultReader(result);
  const takes = common.extend({ ...where.shape, ...id.shape, ...by.partial().shape });
  return callable({
    name,
    takes: takes.superRefine((args, context) => {
      for (const problem of choiceProblems(selectors, args)) {
        context.addIssue(problem);
      }
    }),
    reading,
    givesList: false,
    read: async ({ id, ...rest }, client, fresh) => {
      const place = Object.fromEntries(Object.entries(rest).filter(([key]) => !(key in by.shape)));
      const lookup = new Lookup(name, reading, client, place, fresh);
      const row =
        id === undefined ? await select(name, lookup, selectors, rest) : await lookup.byId(String(id));
      return { ...place, ...toResult(row) };
    },
  });
}

function* choiceProblems(selectors: Field[], args: object): Generator<string> {
  const [first] = selectors;
  const chosen = selectors.map((field) => field.name).filter((name) => Reflect.get(args, name) !== undefined);
  const byId = Reflect.get(args, "id") !== undefined;
  if (byId && chosen.length > 0) {
    yield `set id or ${chosen.join(", ")}, not both`;
  }
  if (!byId && (first === undefined || !chosen.includes(first.name))) {
    yield `${first === undefined ? "id" : `id or ${first.name}`} is required`;
  }
}

async function select(
  name: string,
  lookup: Lookup,
  selectors: readonly Field[],
  wanted: Values,
): Promise<JsonObject> {
  const chosen = selectors.filter((field) => wanted[field.name] !== undefined);
  const list = await lookup.list();
  let rows = list.rows;
  let found = matching(rows, chosen, wanted);
  if (found.length === 0 && !list.isNew) {
    rows = await lookup.listAgain();
    found = matching(rows, chosen, wanted);
  }
  const [match, ...others] = found;
  if (match !== undefined && others.length === 0) {
    return lookup.completed(match);
  }
  const selection = chosen.map((field) => `${field.name} ${JSON.stringify(wanted[field.name])}`).join(", ");
  const unsaid = selectors.filter((field) => !chosen.includes(field)).map((field) => ` or ${field.name}`);
  const outcome =
    match === undefined
      ? `no object has ${selection}. ${listed(rows, chosen)}`
      : `${found.length} objects have ${selection}. ${listed(found, selectors)} Choose one by its id${unsaid.join("")}.`;
  throw new Error(`${name}: ${outcome}`);
}

/** Without an exact match, rows that differ only because the gateway normalized the values. */
function matching(rows: readonly JsonObject[], chosen: readonly Field[], wanted: Values): JsonObject[] {
  // A gateway may omit null values.
  const shown = (field: Field, row: JsonObject) => valueIn(field, row) ?? null;
  const exact = rows.filter((row) =>
    chosen.every((field) => sameValue(field, shown(field, row), wanted[field.name])),
  );
  return exact.length > 0
    ? exact
    : rows.filter((row) =>
        chosen.every((field) => isTidied(field, wanted[field.name] ?? null, shown(field, row))),
      );
}

function listed(rows: readonly JsonObject[], fields: readonly Field[]): string {
  return thereAre(rows.map((row) => ({ id: idOf(row), called: fields.map((field) => valueIn(field, row)) })));
}

export function many<D extends Reading>(reading: D): Read<ManyArgs<D>, ResultOf<D["result"]>[]> {
  const name = `get${plural(reading.name)}`;
  const toResult = resultReader(reading.result);
  const toStorable = resultReader(reading.result, shownIn);
  /** Omits a value that Pulumi cannot represent, so that the program can still read the other objects. */
  const resultOf = (row: JsonObject, { io }: Client): Values => {
    try {
      return toResult(row);
    } catch (error) {
      if (!(error instanceof Unstorable)) throw error;
      io.warn(`${name}: ${error.message} The value is omitted from the result.`);
      return toStorable(row);
    }
  };
  // Optional arguments are filters. Required arguments identify the parent, which some rows omit.
  const owners = fieldsOf(reading.where).filter((field) => !field.optional);
  return callable({
    name,
    takes: common.extend(reading.where.shape),
    reading,
    givesList: true,
    read: async (args, client, fresh) => {
      const known = Object.fromEntries(owners.map((field) => [field.name, args[field.name]]));
      const { rows } = await new Lookup(name, reading, client, args, fresh).list();
      return rows.map((row) => ({ ...known, ...resultOf(row, client) }));
    },
  });
}

/** Creates the function that reads a singleton, for example a workspace's budget. */
export function only<D extends Reading>(reading: D): Read<ManyArgs<D>, ResultOf<D["result"]>> {
  const name = `get${reading.name}`;
  const toResult = resultReader(reading.result);
  return callable({
    name,
    takes: common.extend(reading.where.shape),
    reading,
    givesList: false,
    read: async (args, client, fresh) => {
      const row = await new Lookup(name, reading, client, args, fresh).item({});
      return { ...args, ...toResult(row) };
    },
  });
}

/** The functions that read objects of a kind, and the variants that take outputs. */
export interface KindReaders<One, Many, R> {
  readonly get: Read<One, R>;
  readonly getOutput: OutputCall<Read<One, R>>;
  readonly list: Read<Many, R[]>;
  readonly listOutput: OutputCall<Read<Many, R[]>>;
}

/**
 * Creates the functions of a kind. The comment above each call describes only what is specific to the kind's
 * `get`, with an example of `get` and one of `list`. `provider/build/function-comments.mts` writes the
 * published comments of all four functions.
 */
export function kindReaders<D extends Reading>(
  reading: D,
): KindReaders<OneArgs<D>, ManyArgs<D>, ResultOf<D["result"]>> {
  const get = one(reading);
  const list = many(reading);
  return { get, getOutput: output(get), list, listOutput: output(list) };
}

/** Whether a row lacks a field that the response for the single object contains. */
function isPartial(schema: z.ZodObject, row: JsonObject, known: Values): boolean {
  return fieldsOf(schema).some(
    (field) => !field.nullable && row[field.readFrom] === undefined && known[field.name] === undefined,
  );
}

/** Serves one call of a function. Data that this run has read is not read again unless `fresh` is true. */
class Lookup {
  constructor(
    private readonly name: string,
    private readonly reading: Reading,
    private readonly client: Client,
    private readonly where: Values,
    private fresh: boolean,
  ) {}

  /** All rows. `isNew` is true if they were just read from the gateway. */
  async list(): Promise<{ rows: readonly JsonObject[]; isNew: boolean }> {
    const { rows, complete, isNew } = await this.listed();
    if (!complete) {
      throw new Error(
        `${this.name}: the gateway truncated the list: it sent ${howMany(rows.length, "object")} and reported more. ` +
          "Read a single object by its id.",
      );
    }
    return { rows, isNew };
  }

  /** Reads the list again, because another process, such as the provider's, may have changed it. */
  async listAgain(): Promise<readonly JsonObject[]> {
    this.fresh = true;
    return (await this.list()).rows;
  }

  /** The row in the list is read first, because one list serves many lookups. */
  async byId(id: string): Promise<JsonObject> {
    const rows = this.reading.list === undefined ? [] : (await this.listed()).rows;
    const row = rows.find((candidate) => idOf(candidate) === id);
    return row === undefined ? await this.existing(id) : await this.completed(row);
  }

  /** A row of the list, completed with the fields that only the object's own path returns. */
  async completed(row: JsonObject): Promise<JsonObject> {
    const id = idOf(row);
    const isWhole = id === undefined || !isPartial(this.reading.result, row, this.where);
    return isWhole ? row : { ...row, ...(await this.item({ id })) };
  }

  /** The response from the object's own path; empty if objects have no path of their own. */
  async item(key: Values): Promise<JsonObject> {
    const { get } = this.reading;
    if (get === undefined) {
      return {};
    }
    const request = this.request(get, { ...this.where, ...key });
    const { rows } = await this.remembered(request, async () => {
      // A reading without a list is for a singleton, so a 404 means that its parent does not exist.
      const reading = this.client.item(request);
      const isOnly = this.reading.list === undefined;
      const item = await (isOnly
        ? reading.catch((error) => this.client.explainMissing(request, error))
        : reading);
      return { rows: item === undefined ? [] : [item], complete: true };
    });
    return rows[0] ?? {};
  }

  private existing(id: string): Promise<JsonObject> {
    return this.item({ id }).catch((error) => {
      const meaning = `${this.name}: no object has the id ${JSON.stringify(id)}.`;
      throw hasStatus(error, 404) ? new RequestError({ ...error.failure, meaning }, { cause: error }) : error;
    });
  }

  private listed() {
    const request = this.request(this.reading.list ?? "", this.where);
    return this.remembered(request, () => this.client.rows(request));
  }

  /** Values not in the path are sent in the query (API document, section "Workspace-scoped resources"). */
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
    // The plugin that serves a function may have written to the gateway in the meantime.
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
