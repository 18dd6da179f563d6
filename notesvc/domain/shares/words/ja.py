"""What public pages say in Japanese."""

from notesvc.domain.shares.words.said import Message, Words

WORDS = Words(
    skip="本文へ移動",
    search="検索",
    search_pages="これらのページを検索",
    found_nothing="すべての語を含むページはありません。",
    pages="ページ",
    all_pages="すべてのページ",
    no_pages="まだページがありません。",
    contents="目次",
    previous="前へ",
    next="次へ",
    previous_and_next="前後のページ",
    password="パスワード",
    has_password="このページにはパスワードが必要です",
    who_knows="パスワードは、リンクを送った人にお尋ねください。",
    open="開く",
    wrong_password="パスワードが違います。もう一度お試しください。",
    open_page="ページを開く",
    open_this_page="このページを開きますか？",
    views={"left_other": "このページを開けるのは、あと{{count}}回です。"},
    not_counted="ボタンを押すまでは数えられません。",
    nothing_here=Message("ここには何もありません", "リンクが間違っているか、ページの共有が終了しています。"),
    too_many=Message("試行回数が多すぎます", "しばらく待ってから、もう一度お試しください。"),
    not_now=Message("現在ご利用いただけません", "サーバーに問題が発生しています。数分後にもう一度お試しください。"),
)
