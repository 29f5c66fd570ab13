import { idOf } from "../../client/answers.js";
import { lookAgain } from "../../io/look-again.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { importLine } from "../objects/import-line.js";
import { getsAnotherName, isLeavingItsName } from "../objects/rename.js";
import { identityOf } from "../operation/declarations.js";
import type { Target } from "../operation/target.js";
import { overlaps } from "../state/diff.js";
import { isAnother, isAsDeclared } from "../state/namesakes.js";
import { isNamesake } from "../state/row.js";

/**
 * The objects from before this run that a new object of their name would be a second one of. One read of the list serves
 * all objects of the collection. If this run created the workspace, nothing is read: nobody else has created anything in it.
 */
export class InTheWay {
  private readonly identity: string;
  /** The rows of the name in the list that was read once: it may be long, and is looked through once for each object. */
  private surveyed: readonly JsonObject[] | undefined;

  constructor(
    private readonly target: Target,
    private readonly declared: Values,
    /** The mark of the account, if the object belongs to no workspace. */
    private readonly account: string | undefined,
  ) {
    this.identity = identityOf(target.kind, declared) ?? "";
  }

  /**
   * Waits a moment while an object that is unlike the declared one has its name and belongs to nobody yet: the engine may be
   * about to say that another resource of the program has it.
   */
  async settled(): Promise<void> {
    const { kind, client, ledger, collection } = this.target;
    if (kind.distinguishedBy === undefined) {
      return;
    }
    const mayGetAnOwner = (row: JsonObject) => {
      const id = idOf(row) ?? "";
      const isNobodys = !ledger.held(collection, id) && !ledger.left(collection, id);
      const isUnlike = isAnother(kind, this.declared, row) || !isAsDeclared(kind, this.declared, row);
      return isNobodys && isUnlike;
    };
    await lookAgain(
      client.io,
      () => this.rows(),
      (rows) => rows.some(mayGetAnOwner),
      { times: 2, pause: 250 },
    );
  }

  async rows(): Promise<JsonObject[]> {
    const { kind, ledger, collection, isOursAlone } = this.target;
    if (kind.endpoints.list === undefined || isOursAlone) {
      return [];
    }
    const isInTheWay = (row: JsonObject) => this.isInTheWay(row);
    const { rows, complete } = await ledger.survey(`${collection} ${this.account ?? ""}`, () =>
      this.target.rows(),
    );
    this.surveyed ??= this.namesakesIn(rows);
    const found = this.surveyed.filter(isInTheWay);
    // This run has written the object after the list was read, so it may have another name now.
    const isOutdated = found.some((row) => !ledger.stranger(collection, idOf(row) ?? ""));
    const existing = isOutdated
      ? this.namesakesIn((await this.target.rows()).rows).filter(isInTheWay)
      : found;
    if (existing.length === 0 && !complete && !ledger.vacated(this.identity)) {
      throw new Error(
        `${this.target.label} was not created: the gateway cut the list of its kind after ${rows.length} rows, ` +
          "so it is not known whether the object exists already. Run `pulumi up` again. " +
          "If the list is cut again, create the object in the console " +
          `and import it with \`${importLine(this.target)}\`.`,
      );
    }
    return existing;
  }

  private namesakesIn(rows: readonly JsonObject[]): JsonObject[] {
    return rows.filter((row) => isNamesake(this.target.kind, this.declared, row));
  }

  private isInTheWay(row: JsonObject): boolean {
    const { kind, ledger, collection } = this.target;
    const id = idOf(row) ?? "";
    const isHeld = ledger.held(collection, id);
    const notOurs = isHeld || ledger.stranger(collection, id);
    // The object that was deleted for its replacement had this name too, beside the held one.
    const wasBesideIt = isHeld && ledger.vacated(this.identity);
    // The object that is being replaced, of a kind that allows its replacement to have the same name beside it.
    const mayExistBeside = overlaps(kind, this.declared) && ledger.left(collection, id);
    return notOurs && !wasBesideIt && !mayExistBeside && !this.isOfAnotherResource(id, row);
  }

  /** Whether another resource of the program keeps the object, and declares it so that the two are told apart. */
  private isOfAnotherResource(id: string, row: JsonObject): boolean {
    const { kind, ledger, collection } = this.target;
    if (
      kind.distinguishedBy === undefined ||
      !ledger.held(collection, id) ||
      getsAnotherName(this.target, id)
    ) {
      return false;
    }
    if (isLeavingItsName(this.target, id)) {
      return isAnother(kind, this.declared, row);
    }
    const others = ledger.planned.declaredOf(kind, id);
    // What a resource of another process declares is not known here: its object tells.
    return others === undefined
      ? isAnother(kind, this.declared, row)
      : identityOf(kind, others) !== this.identity;
  }
}
