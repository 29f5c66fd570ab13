/**
 * What people should know of a kind when objects of it are replaced or deleted. A kind that is not named here
 * has the words that its spec gives.
 */
interface KindNotes {
  readonly replaced?: string;
  readonly deleted?: string;
  /** What a delete takes away for ever. */
  readonly lost?: string;
}

export const kindNotes: Readonly<Record<string, KindNotes>> = {
  Config: {
    replaced:
      "The API cannot change a config: requests that name it find none between the delete and the create.",
    deleted: "Requests that name it find none.",
  },
  Index: {
    replaced: "The site is crawled anew: until the crawl has ended, searches find nothing or only a part.",
    deleted: "Its crawled pages are deleted.",
    lost: "its pages have to be crawled again",
  },
  Workspace: {
    deleted:
      "The API does not say what becomes of everything in it: take it for gone, also what is not in this stack.",
    lost: "take everything in it for gone, also its members and what is not in this stack",
  },
  ModelProvider: {
    lost: "an API key has to be given again, because the gateway never shows it",
  },
  Model: { deleted: "Its gateway name leads nowhere." },
  Member: {
    replaced: "Another person gets the role.",
    deleted: "The person loses access.",
    lost: "who goes can come back only by a new invitation",
  },
};
