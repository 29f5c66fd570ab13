/** The stack that `npm start` deploys to the reference gateway. */
export const quickstart = {
  stack: "quickstart",
  /** Made up: the reference gateway never calls a provider. */
  secrets: { openaiApiKey: "sk-made-up-openai", deepseekApiKey: "sk-made-up-deepseek" },
};
