import type en from "../en/rooms";
import type { Translated } from "../words";

export default {
  people: "参加中の人",
  you: "{{name}}（あなた）",
  typedLast: "最後に入力したのは{{name}}",
  switched: {
    block: "{{name}}が全員の表示をブロックに切り替えました。",
    raw: "{{name}}が全員の表示をMarkdownに切り替えました。",
  },
  somebody: "誰か",
  tooLong: "このノートはブロックには長すぎます。",
  tooLarge: "共同編集には量が多すぎます。ここからは、個人のノートと同じように保存されます。",
  full: "現在、共同編集の空きがありません。入力内容は個人のノートと同じように保存されます。",
  malformed:
    "最後の変更が受け付けられませんでした。入力内容は個人のノートと同じように保存されます。共同編集に戻るにはページを再読み込みしてください。",
  unsaved: "このノートは長すぎて保存できません。短くしてください。",
  recovered: "以前ここで入力され、送信されていなかった内容を復元しました。",
} satisfies Translated<typeof en, "ja">;
