"""What public pages say in Arabic."""

from notesvc.domain.shares.words.said import Message, Words

WORDS = Words(
    skip="الانتقال إلى النص",
    search="بحث",
    search_pages="البحث في هذه الصفحات",
    found_nothing="لا توجد صفحة تحتوي على كل هذه الكلمات.",
    pages="الصفحات",
    all_pages="كل الصفحات",
    no_pages="لا توجد صفحات هنا بعد.",
    contents="المحتويات",
    previous="السابق",
    next="التالي",
    previous_and_next="الصفحة السابقة والتالية",
    password="كلمة المرور",
    has_password="هذه الصفحة محمية بكلمة مرور",
    who_knows="كلمة المرور لدى من أرسل إليك الرابط.",
    open="فتح",
    wrong_password="كلمة المرور غير صحيحة. يُرجى المحاولة مرة أخرى.",
    open_page="فتح الصفحة",
    open_this_page="هل تريد فتح هذه الصفحة؟",
    views={
        "left_one": "يمكن فتح هذه الصفحة مرة واحدة أخرى.",
        "left_two": "يمكن فتح هذه الصفحة مرتين أخريين.",
        "left_few": "يمكن فتح هذه الصفحة {{count}} مرات أخرى.",
        "left_many": "يمكن فتح هذه الصفحة {{count}} مرة أخرى.",
        "left_other": "يمكن فتح هذه الصفحة {{count}} مرة أخرى.",
    },
    not_counted="لا يُحتسب شيء قبل الضغط على الزر.",
    nothing_here=Message("لا يوجد شيء هنا", "الرابط غير صحيح، أو أن الصفحة لم تعد مشاركة."),
    too_many=Message("محاولات كثيرة جدًا", "يُرجى الانتظار قليلًا ثم المحاولة مرة أخرى."),
    not_now=Message("غير متاح الآن", "حدث خلل في الخادم. يُرجى المحاولة مرة أخرى بعد بضع دقائق."),
)
