"""What people ask of the sample vaults, by kind: the query, and the title of the note that they mean."""

from typing import NamedTuple


class Question(NamedTuple):
    """A query in the vault of a language, and the notes that answer it."""

    language: str
    kind: str
    q: str
    titles: tuple[str, ...]


_ENGLISH = {
    "title": {
        "sync": ("Introduction to Obsidian Sync",),
        "configuration folder": ("Configuration folder",),
        "plugin security": ("Plugin security",),
        "custom domains": ("Custom domains",),
        "version history": ("Version history",),
        "graph view": ("Graph view",),
        "callouts": ("Callouts",),
        "search": ("Search",),
        "import notion": ("Import from Notion",),
        "refund": ("Refund policy",),
        "canvas": ("Canvas",),
        "publish analytics": ("Analytics",),
    },
    "phrase": {
        '"custom domain"': ("Custom domains",),
        '"end-to-end encryption"': ("Security and privacy", "Introduction to Obsidian Sync"),
        '"restricted mode"': ("Plugin security",),
        '"status bar"': ("Status bar",),
        '"selective sync"': ("Sync settings and selective syncing",),
    },
    "typo": {
        "calouts": ("Callouts",),
        "templtes": ("Templates",),
        "pulgin security": ("Plugin security",),
        "bokmarks": ("Bookmarks",),
        "encription": ("Upgrade Sync encryption",),
        "workspcae": ("Workspace", "Workspaces"),
    },
    "forms": {
        "plugins security": ("Plugin security",),
        "folders configuration": ("Configuration folder",),
        "encrypting": ("Upgrade Sync encryption", "Security and privacy"),
        "alias": ("Aliases",),
        "customizing site": ("Customize your site",),
        "note linking": ("Link notes",),
        "settings syncing": ("Sync settings and selective syncing",),
    },
    "beginning": {
        "templ": ("Templates",),
        "hotk": ("Hotkeys",),
        "cursor multiple": ("Multiple cursors",),
        "comm pal": ("Command palette",),
        "foot vie": ("Footnotes view",),
        "out lin": ("Outgoing links",),
    },
    "accents": {
        "témplates": ("Templates",),
        "CALLÖUTS": ("Callouts",),
    },
    "far": {
        "android vault storage": ("Obsidian for Android",),
        "dns cloudflare site": ("Custom domains",),
        "merge conflicts devices": ("Troubleshoot Obsidian Sync",),
    },
    "words": {
        "change font size": ("Appearance",),
        "dark mode": ("Appearance",),
        "restore deleted note": ("File recovery", "Version history"),
        "keyboard shortcuts": ("Hotkeys", "Editing shortcuts"),
        "password lost": ("Security and privacy", "Frequently asked questions", "Troubleshoot Obsidian Sync"),
        "student discount": ("Education and non-profit discount",),
    },
    "names": {
        "iframe": ("Embed web pages",),
        "insider builds": ("Early access versions",),
        "vault switcher": ("Manage vaults",),
        "starred": ("Bookmarks",),
        "reading view": ("Views and editing mode",),
    },
}

_JAPANESE = {
    "title": {
        "グラフビュー": ("グラフビュー",),
        "設定フォルダ": ("設定フォルダ",),
        "検索": ("検索",),
        "デイリーノート": ("デイリーノート",),
        "プラグイン セキュリティ": ("プラグインのセキュリティ",),
    },
    "phrase": {
        '"バージョン履歴"': ("バージョン履歴",),
        '"カスタムドメイン"': ("カスタムドメイン",),
    },
    "beginning": {
        "テンプレ": ("テンプレート",),
        "ブックマ": ("ブックマーク",),
    },
    "far": {
        "暗号化 アップグレード": ("Sync暗号化のアップグレード",),
        "返金": ("返金ポリシー",),
    },
    "typo": {"Textbundel": ("Textbundle",)},
    "names": {"カスタムスタイルの追加": ("CSSスニペット",), "スター": ("ブックマーク",)},
}

_ARABIC = {
    "title": {
        "لوحة الأوامر": ("لوحة الأوامر",),
        "سجل الإصدارات": ("سجل الإصدارات",),
        "الروابط الخلفية": ("الروابط الخلفية",),
        "نطاقات مخصصة": ("نطاقات مخصصة",),
    },
    "phrase": {'"مساحة العمل"': ("مساحة العمل",), '"شريط الحالة"': ("شريط الحالة",)},
    "typo": {"المظلال": ("المظلل",), "استرداد الملفف": ("استرداد الملف",)},
    "forms": {"قالب": ("القوالب",), "إضافة أمان": ("أمان الإضافات",), "رابط خلفي": ("الروابط الخلفية",)},
    "beginning": {"القوا": ("القوالب",), "المخط": ("المخطط",)},
    "accents": {"الاضافات الاساسية": ("الإضافات الأساسية",), "المُفَسِّر": ("المفسر",)},
    "names": {"Command palette": ("لوحة الأوامر",), "Refund policy": ("سياسة الاسترداد",)},
}

QUESTIONS = [
    Question(language, kind, q, titles)
    for language, kinds in (("en", _ENGLISH), ("ja", _JAPANESE), ("ar", _ARABIC))
    for kind, questions in kinds.items()
    for q, titles in questions.items()
]
