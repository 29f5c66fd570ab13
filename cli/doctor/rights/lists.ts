import {
  collectionKey,
  type Exchange,
  fillPath,
  type Kind,
  listOf,
  type Rows,
  type Send,
} from "pulumi-workspace-gateway/tools";
import { type Contact, contact } from "../gateway/contact.js";

/** Lists of a gateway, each read once. */
export class AskedLists {
  private readonly asked = new Map<string, Promise<Contact>>();

  constructor(private readonly send: Send) {}

  /** The answer to the list of a kind. `holder` is the id of the object that contains them. */
  async answer(kind: Kind, holder?: string): Promise<Contact> {
    const key = collectionKey(kind.endpoints.list ?? "", holder);
    const answer = this.asked.get(key) ?? contact(this.send, listing(kind, holder));
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
