/** The ids of what the field consists of. */
export const fieldIds = {
  section: "ask",
  form: "ask-form",
  name: "ask-name",
  workspace: "ask-workspace",
  note: "ask-note",
  answer: "ask-answer",
  why: "ask-why",
  data: "ask-data",
} as const;

/** Its title. */
export const fieldTitle = "Where does a name end?";
