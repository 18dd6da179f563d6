export default {
  people: "Who is here",
  you: "{{name}} (you)",
  typedLast: "{{name}} typed last",
  switched: {
    block: "{{name}} switched this note to blocks for everyone.",
    raw: "{{name}} switched this note to markdown for everyone.",
  },
  somebody: "Somebody",
  tooLong: "This note is too long for blocks.",
  recovered: "Recovered what was typed here before and had not been sent.",
};
