"""What mails say in Japanese."""

from notesvc.domain.mail.words.said import Said, Words

_MINUTES = "リンクの有効期間は{minutes}分で、使えるのは1回だけです。"
_NOT_YOU = "お心当たりがない場合は、何もする必要はありません。"
_WAS_NOT_YOU = "お心当たりがない場合は、設定で新しいパスワードを設定し、ほかのセッションをすべて終了してください。"
_REVOKE = "このアクセスは同期キーの一覧に表示され、そこで失効させることができます。"
_IGNORE = "相手にお心当たりがない場合は、何もする必要はありません。"
_COME = "このメールアドレスでサインインするか、アカウントを作成すると、あなたと共有されているノートの中に表示されます。"
_AGAIN = (
    "自動的に再試行されます。成功するまで、1日に1回お知らせします。サーバーで `notesvc check` を実行すると、"
    "詳しく確認できます。"
)

WORDS = Words(
    greeting="こんにちは。",
    months=tuple(str(number) for number in range(1, 13)),
    moment="{year}年{month}月{day}日 {time} UTC",
    unknown_browser="（ブラウザーの名前は不明です）",
    news_kinds={
        "mention": "{who}さんがノートであなたをメンションしました",
        "watched": "{who}さんが、あなたがウォッチしているノートを変更しました",
        "collaboration_request": "{who}さんがノートをあなたと共有したか、共有を求めています",
        "collaboration_accepted": "{who}さんがノートの共同編集に加わりました",
        "share_viewed": "あなたの公開リンクが開かれました",
        "share_expiring": "あなたの公開リンクがまもなく終了します",
        "import_finished": "インポートが終わりました",
        "token_expiring": "同期キーの期限がまもなく切れます",
    },
    alone="{news}。",
    about="{news}：「{note}」",
    confirm_sign_up=Said(
        "メールアドレスをご確認ください",
        (
            "メールアドレスを確認すると、アカウントを使えるようになります。その際、お決めになったパスワードの入力が"
            "必要です。",
            "リンクの有効期間は{hours}時間です。",
        ),
        _NOT_YOU,
    ),
    account_exists=Said(
        "すでにアカウントをお持ちです",
        (
            "どなたか（おそらくご本人）が、このメールアドレスでアカウントを作成しようとしました。アカウントはすでに"
            "ありますので、そのままサインインしてください。",
        ),
        _NOT_YOU,
    ),
    confirm_address=Said(
        "メールアドレスをご確認ください",
        ("このメールアドレスがご自分のものであることを確認してください。", _MINUTES),
        _NOT_YOU,
    ),
    new_password=Said(
        "新しいパスワードの設定",
        ("どなたか（おそらくご本人）が、新しいパスワードの設定を求めました。", _MINUTES),
        _NOT_YOU,
    ),
    address_taken=Said(
        "このメールアドレスにはアカウントがあります",
        (
            "どなたかが、このメールアドレスを別のアカウントで使おうとしました。すでにアカウントがあるため、何も変更"
            "されていません。",
        ),
    ),
    confirm_new_address=Said(
        "新しいメールアドレスをご確認ください",
        ("今後 {handle} がこのメールアドレスを使うことを確認してください。", _MINUTES),
        _NOT_YOU,
    ),
    address_will_change=Said(
        "メールアドレスの変更が求められています",
        ("サインイン中のどなたかが、あなたのアカウントで別のメールアドレスを使うよう求めました。",),
        _WAS_NOT_YOU,
    ),
    address_changed=Said(
        "メールアドレスが変更されました",
        ("あなたのアカウントのメールアドレスは {new} になりました。このメールアドレスは使われなくなります。",),
        _WAS_NOT_YOU,
    ),
    password_changed=Said(
        "パスワードが変更されました",
        ("あなたのアカウントのパスワードが変更され、ほかのセッションはすべて終了しました。",),
        _WAS_NOT_YOU,
    ),
    new_sign_in=Said(
        "新しいサインイン",
        ("{at}に、{address} から、新しいブラウザーであなたのアカウントへのサインインがありました：", "{agent}"),
        _WAS_NOT_YOU,
    ),
    device_may_read=Said(
        "デバイスが承認されました", (f"「{{name}}」にノートの読み取りを許可しました。{_REVOKE}",), _WAS_NOT_YOU
    ),
    device_may_write=Said(
        "デバイスが承認されました",
        (f"「{{name}}」にノートの読み取りと書き込みを許可しました。{_REVOKE}",),
        _WAS_NOT_YOU,
    ),
    identity_added=Said(
        "サインイン方法が追加されました",
        ("別のプロバイダーからも、あなたのアカウントにサインインできるようになりました。",),
        _WAS_NOT_YOU,
    ),
    identity_removed=Said(
        "サインイン方法が削除されました",
        ("あるプロバイダーからは、あなたのアカウントにサインインできなくなりました。",),
        _WAS_NOT_YOU,
    ),
    passkey_added=Said(
        "パスキーが追加されました",
        (
            "新しいパスキーで、あなたのアカウントにサインインできるようになりました。すべてのパスキーは設定に表示され、"
            "お心当たりのないものはそこで削除できます。",
        ),
        _WAS_NOT_YOU,
    ),
    passkey_removed=Said(
        "パスキーが削除されました", ("あなたのアカウントのパスキーの1つが使えなくなりました。",), _WAS_NOT_YOU
    ),
    second_factor_on=Said(
        "コードが必要になりました",
        ("今後、あなたのアカウントへのサインインには認証アプリのコードが必要です。",),
        _WAS_NOT_YOU,
    ),
    second_factor_off=Said(
        "コードは不要になりました", ("あなたのアカウントへのサインインに、コードは必要なくなりました。",), _WAS_NOT_YOU
    ),
    storage_paused=Said(
        "ストレージがサービスを受け付けません",
        (
            "ファイルの保存先として設定された場所が、サービスを受け付けなくなったか、以前の場所ではなくなっています。"
            "何も失われていません。新しい内容は、「ストレージ」で保存先を設定し直すまでサービスに保管されます。",
        ),
    ),
    account_made=Said(
        "アカウントの準備ができました",
        (
            "{service} の管理者が、あなたのアカウント {handle} を作成しました。パスワードを設定してください。",
            f"{_MINUTES}その後は {{reset_page}} で新しいリンクを請求できます。",
        ),
    ),
    deletion_asked=Said(
        "アカウントは削除されます",
        (
            "あなたのアカウント {handle} は、中にあるものすべてとともに、{at}に削除されます。",
            "それまでにサインインすれば、元に戻ります。",
        ),
        "お心当たりがない場合は、サインインして、すぐに新しいパスワードを設定してください。",
    ),
    deletion_undone=Said(
        "アカウントは保持されます",
        ("あなたのアカウントへのサインインがありました。アカウントは削除されず、中にあるものはすべて元のままです。",),
        _WAS_NOT_YOU,
    ),
    invitation_to_read=Said(
        "ノートが共有されました",
        ("{owner}さん（{handle}）から、ノート「{note}」の閲覧に招待されました。", _COME),
        _IGNORE,
    ),
    invitation_to_change=Said(
        "ノートが共有されました",
        ("{owner}さん（{handle}）から、ノート「{note}」の編集に招待されました。", _COME),
        _IGNORE,
    ),
    news=Said("ノートからのお知らせ", ("{news}",), "どのお知らせをメールで受け取るかは、設定で選べます。"),
    backup_failed=Said(
        "notesvcのバックアップに失敗しています",
        ("{service} でバックアップを作成できませんでした。メッセージ：{detail}", _AGAIN),
    ),
    drill_failed=Said(
        "notesvcのバックアップに失敗しています",
        ("{service} で最新のバックアップを試験的に復元できませんでした。メッセージ：{detail}", _AGAIN),
    ),
    test=Said(
        "notesvcはメールを送信できます",
        ("{service} で依頼されたテストメールです。",),
        "何もする必要はありません。",
    ),
)
