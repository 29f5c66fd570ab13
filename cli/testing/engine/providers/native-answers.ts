import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import {
  PartialFailure,
  pluginReplies,
  type Session,
  type Struct,
  structOf,
  type Values,
  valuesOf,
} from "pulumi-workspace-gateway/tools";
import type { ProviderAnswers } from "./answering.js";

/** What answers for the resources and the functions of the package's own plugin: the plugin's replies, without its process. */
export interface NativeAnswers extends ProviderAnswers {
  invoke(token: string, args: Values): Promise<Values>;
}

export async function nativeAnswers(session: Session): Promise<NativeAnswers> {
  const replies = await pluginReplies(session);
  const plain = (struct: Struct | undefined) => valuesOf(struct);
  return {
    check: async ({ urn }, olds, news) => {
      const request = new proto.CheckRequest().setUrn(urn).setOlds(structOf(olds)).setNews(structOf(news));
      const response = await replies.check(request);
      const failures = response.getFailuresList().map((failure) => failure.toObject());
      return { inputs: plain(response.getInputs()), failures };
    },
    diff: async ({ urn }, id, olds, news) => {
      const request = new proto.DiffRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(structOf(olds))
        .setNews(structOf(news));
      const response = await replies.diff(request);
      const detailed: Record<string, object> = {};
      response.getDetaileddiffMap().forEach((each, place) => {
        detailed[place] = each.toObject();
      });
      return {
        changes: response.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
        detailed,
      };
    },
    create: async ({ urn }, inputs) => {
      try {
        const response = await replies.create(
          new proto.CreateRequest().setUrn(urn).setProperties(structOf(inputs)),
        );
        return { id: response.getId(), outputs: plain(response.getProperties()) };
      } catch (error) {
        if (error instanceof PartialFailure) {
          return { id: error.id, outputs: error.properties, initErrors: error.reasons };
        }
        throw error;
      }
    },
    read: async ({ urn }, id, state) => {
      const request = new proto.ReadRequest().setUrn(urn).setId(id);
      const response = await replies.read(request.setProperties(structOf(state)).setInputs(structOf(state)));
      return response.getId() === ""
        ? undefined
        : { id: response.getId(), outputs: plain(response.getProperties()) };
    },
    known: async ({ urn }, olds, news) => {
      const properties = structOf(news);
      const response =
        olds === undefined
          ? await replies.create(
              new proto.CreateRequest().setUrn(urn).setProperties(properties).setPreview(true),
            )
          : await replies.update(
              new proto.UpdateRequest()
                .setUrn(urn)
                .setOlds(structOf(olds))
                .setNews(properties)
                .setPreview(true),
            );
      return plain(response.getProperties());
    },
    invoke: async (token, args) =>
      plain(
        (await replies.invoke(new proto.InvokeRequest().setTok(token).setArgs(structOf(args)))).getReturn(),
      ),
  };
}
