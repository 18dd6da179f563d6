import type en from "../en/common";
import type { Translated } from "../words";

export default {
  sending: "少々お待ちください",
  cancel: "キャンセル",
  close: "閉じる",
  save: "保存",
  delete: "削除",
  rename: "名前を変更",
  retry: "再試行",
  undo: "元に戻す",
  copy: "コピー",
  copied: "コピーしました",
  person: "{{name}}さん",
  untitled: "無題",
  noText: "本文はまだありません",
  loading: "読み込み中",
  more: "もっと見る",
  back: "戻る",
  search: "検索",
  notes_other: "{{count}}件のノート",

  moment: "{{day}} {{time}}",
  about: "{{what}}：{{said}}",
  between: "、",
  problem: {
    unreachable: "サービスが応答しません。失われたものはありません。このページが自動的に再試行します。",
    unanswered: "サービスが応答しません。しばらくしてからもう一度お試しください。",
    busy: "サービスが混み合っています。数秒後にもう一度お試しください。",
    rate_limited: "短時間に操作が多すぎます。しばらく待ってからもう一度お試しください。",
    unauthenticated: "サインアウトされています。続けるにはサインインしてください。",
    not_found: "すでに存在しないか、アクセス権がありません。",
    too_large: "サービスが受け付ける大きさを超えています。",
    forbidden: "この操作は許可されていません。",
    last_administrator:
      "これが最後の管理者です。先にほかの人を管理者にしてください。何も変更されていません。",
    conflict: "その間に、ほかの人が変更しました。",
    nonsense: "応答を読み取れませんでした。途中のプロキシが原因かもしれません。もう一度お試しください。",
    other: "うまくいきませんでした：{{detail}}",
  },
} satisfies Translated<typeof en, "ja">;
