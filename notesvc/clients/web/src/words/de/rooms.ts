import type en from "../en/rooms";

export default {
  people: "Wer hier ist",
  you: "{{name}} (Sie)",
  typedLast: "{{name}} hat zuletzt geschrieben",
  switched: {
    block: "{{name}} hat diese Notiz für alle auf Blöcke umgestellt.",
    raw: "{{name}} hat diese Notiz für alle auf Markdown umgestellt.",
  },
  somebody: "Jemand",
  tooLong: "Diese Notiz ist für Blöcke zu lang.",
  recovered: "Wiederhergestellt, was hier früher geschrieben und noch nicht gesendet war.",
} satisfies typeof en;
