/** A model provider as a program declares it. */
export const declared = {
  ...{ workspaceId: "w-1", name: "openai", baseUrl: "https://a.test" },
  ...{ priority: 1, compatibility: "OPENAI_SDK" },
};

export const row = {
  ...{ workspace_id: "w-1", name: "openai", base_url: "https://a.test" },
  ...{ priority: 1, compatibility: "OPENAI_SDK", api_key: null },
};
