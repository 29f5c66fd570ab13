import {
  collectionKey,
  type Exchange,
  fillPath,
  type Io,
  type Kind,
  listOf,
  type Rows,
  type Send,
} from "pulumi-workspace-gateway/tools";
import { type Contact, contact } from "../gateway/contact.js";

/** Lists of a gateway, each asked for once. Nothing but GETs is sent. */
export class AskedLists {
  private readonly asked = new Map<string, Promise<Contact>>();

  constructor(
    private readonly send: Send,
    private readonly io: Io,
  ) {}

  /** The answer to the list of a kind. `holder` is the id of what its objects belong to. */
  async answer(kind: Kind, holder?: string): Promise<Contact> {
    const key = collectionKey(kind.endpoints.list ?? "", holder);
    const answer = this.asked.get(key) ?? contact(this.send, listing(kind, holder), this.io);
    this.asked.set(key, answer);
    return answer;
  }

  /** All objects of a kind; undefined if the gateway does not show them all. */
  async rows(kind: Kind, holder?: string): Promise<Rows["rows"] | undefined> {
    const answer = await this.answer(kind, holder);
    const list = "reply" in answer && answer.reply.status < 300 ? listOf(answer.reply) : undefined;
    return list?.complete ? list.rows : undefined;
  }
}

function listing({ endpoints, fields, scope }: Kind, holder: string | undefined): Exchange {
  const { list = "", parent, scoped } = endpoints;
  const request = { method: "GET", scope: `${scope}:read` } as const;
  if (parent === undefined || holder === undefined) {
    return { ...request, path: list };
  }
  const query = scoped ? { [fields.get(parent.field)?.sendAs ?? ""]: holder } : {};
  return { ...request, path: fillPath(list, { [parent.field]: holder }), query };
}
