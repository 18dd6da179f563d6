import type { Words } from "./en.ts";

const rules = new Intl.PluralRules("ar");

/** One and two say their number themselves; three to ten, eleven to ninety-nine, and all others have a form each. */
function counted(
  count: number,
  [one, two, few, many, others = many]: readonly [string, string, string, string, string?],
): string {
  if (count === 1) return one;
  if (count === 2) return two;
  const form = rules.select(count);
  return `${count} ${form === "few" ? few : form === "many" ? many : others}`;
}

/** Signs around a value: it keeps its own direction. */
const apart = (value: string) => `\u2068${value}\u2069`;

/** What the clipper says, in Arabic. */
export const ar: Words = {
  name: "الحفظ في الملاحظات",
  menuPage: "حفظ هذه الصفحة",
  menuSelection: "حفظ التحديد",
  menuHighlight: "تمييز التحديد",
  menuLink: "حفظ هذا الرابط",
  menuPicture: "حفظ هذه الصورة",
  picture: "صورة",
  modes: {
    article: "المقال",
    selection: "التحديد",
    full: "الصفحة كاملة",
    link: "الرابط",
    picture: "الصورة",
    screenshot: "لقطة شاشة",
  },
  title: "العنوان",
  what: "ما يُحفظ",
  place: "المكان",
  tags: "الوسوم",
  text: "النص",
  top: "المستوى الأعلى",
  today: "يوميات اليوم",
  addTo: (name) => `الإضافة إلى «${apart(name)}»`,
  noFolder: "لا يوجد مجلد أو ملاحظة بهذا الاسم",
  addTag: "إضافة وسم",
  removeTag: (tag) => `إزالة ${apart(tag)}`,
  save: "حفظ",
  reading: "تجري قراءة الصفحة",
  cannotRead: "لا تسمح المتصفحات لأي إضافة بقراءة هذه الصفحة. يُحفظ عنوانها.",
  little: (percent) => `لم يُعثر إلا على ${apart(`${percent}%`)} من كلمات الصفحة.`,
  leftOut: (headings, more) =>
    `لم يُحفظ: ${apart(headings)}${more > 0 ? ` و${apart(String(more))} غيرها` : ""}.`,
  keepFull: "حفظ الصفحة كاملة",
  asFile: "حفظ الصفحة ملفًا أيضًا",
  tooLong: `هذا النص أطول مما تتسع له الملاحظة (${apart("2 MB")}).`,
  asFileAlone: "حفظ الصفحة ملفًا",
  facts: (words, pictures) =>
    [
      counted(words, ["كلمة واحدة", "كلمتان", "كلمات", "كلمة"]),
      pictures === 0 ? "" : counted(pictures, ["صورة واحدة", "صورتان", "صور", "صورة"]),
    ]
      .filter(Boolean)
      .join(" · "),
  newer: (version) => `تقدّم خدمتك الإصدار ${apart(version)} من الإضافة.`,
  getIt: "الحصول عليه",
  notNow: "ليس الآن",
  highlights: (count) => `${counted(count, ["تمييز واحد", "تمييزان", "تمييزات", "تمييزًا", "تمييز"])} هنا`,
  showHighlights: "العرض في كل زيارة",
  removeHighlights: "إزالة",
  draftIsBack: "استُعيدت تعديلاتك.",
  startOver: "البدء من جديد",
  duplicate: (when) => `هذه الصفحة موجودة في ملاحظاتك (${apart(when)}).`,
  open: "فتح",
  append: "الإضافة إليها",
  keepBoth: "الاحتفاظ بالاثنتين",
  crop: "اسحب لتحديد ما يُحفظ؛ تحرّك مفاتيح الأسهم الإطار، ومع Shift تغيّر حجمه.",
  kept: "حُفظ على هذا الجهاز",
  sent: "في ملاحظاتك",
  openNote: "فتح الملاحظة",
  waits: "ينتظر هنا حتى تستجيب الخدمة.",
  waitsForKey: "ينتظر هنا حتى يوجد مفتاح.",
  refused: (why) => `لم يُقبل: ${apart(why)}`,
  notConnected: "لا يوجد اتصال بعد. تنتظر القصاصات على هذا الجهاز.",
  connect: "اتصال",
  list: "القصاصات",
  settings: "الإعدادات",
  notSentYet: (count) =>
    `${counted(count, ["قصاصة واحدة ليست", "قصاصتان ليستا", "قصاصات ليست", "قصاصة ليست"])} في ملاحظاتك بعد`,
  keyEnds: (days) =>
    days === 0
      ? "ينتهي المفتاح اليوم. أنشئ مفتاحًا جديدًا."
      : `ينتهي المفتاح بعد ${counted(days, ["يوم واحد", "يومين", "أيام", "يومًا", "يوم"])}. أنشئ مفتاحًا جديدًا.`,
  keyPast: "انتهت صلاحية المفتاح. أنشئ مفتاحًا جديدًا.",
  waiting: "في الانتظار",
  notTaken: "لم تُقبل",
  lastTen: "آخر عشر",
  nothingWaits: "لا شيء في الانتظار. يظهر هنا ما لا يمكن إرساله فورًا.",
  nextTry: (time) => `المحاولة التالية: ${apart(time)}`,
  sendNow: "الإرسال الآن",
  sendAgain: "إعادة الإرسال",
  throwAway: "تجاهل",
  throwAwayAsk: (title) => `هل تريد تجاهل «${apart(title)}»؟ لا توجد نسخة أخرى منها.`,
  picturesLeft: (left, all) => `الصور: ${all - left} من ${all}`,
  stayRemote: (count) =>
    `${counted(count, ["صورة واحدة تبقى", "صورتان تبقيان", "صور تبقى", "صورة تبقى"])} في مكانها`,
  reasons: {
    network: "تعذّر الوصول إلى الخدمة.",
    moved: "يقود العنوان إلى مكان آخر: انتقلت الخدمة.",
    foreign: "ما يستجيب هناك ليس notesvc.",
    busy: "تواجه الخدمة مشكلة وتطلب الانتظار.",
    limit: "عدد كبير دفعة واحدة: تُستأنف العملية تلقائيًا.",
    key: "لا يوجد مفتاح صالح.",
    refused: "لا تقبله الخدمة.",
    tries: "جرت المحاولة ثماني مرات.",
  },
  options: {
    title: "إعدادات أداة القص",
    connection: "ملاحظاتك",
    address: "عنوان notesvc لديك",
    key: "المفتاح",
    keyHint: `من «مفاتيح المزامنة» في إعدادات ملاحظاتك. يبدأ بـ ${apart("svc_sync_")}.`,
    check: "التحقق والحفظ",
    byCode: "ربط هذا المتصفح",
    byCodeHint: "تُفتح ملاحظاتك لتوافق هناك. لا حاجة إلى نسخ أي مفتاح.",
    orPaste: "أو الصق مفتاحًا",
    code: (code) => `وافق على الرمز ${apart(code)} في الصفحة التي فُتحت.`,
    denied: "لم تتم الموافقة.",
    expired: "انتهت صلاحية الرمز. ابدأ من جديد.",
    noAddress: "هذا ليس عنوانًا.",
    noKey: `يبدأ المفتاح بـ ${apart("svc_sync_")}.`,
    good: (user) => `تم الاتصال باسم ${apart(user)}.`,
    readOnly: "هذا المفتاح للقراءة فقط: أنشئ مفتاحًا يسمح بالكتابة.",
    badKey: "لم يعد المفتاح صالحًا، فحُذف.",
    forget: "قطع الاتصال",
    askNetwork: "السماح بهذا العنوان",
    askNetworkWhy: "يسأل متصفحك قبل أن تصل الإضافات إلى شبكة خاصة. لا يُسمح إلا بهذا العنوان.",
    pictures: "الصور",
    picturesWhy:
      "تبقى صور المواقع الأخرى في مكانها. لحفظ نسخة منها، يجب السماح للإضافة بالجلب من جميع المواقع؛ ولا تجلب سوى صور قصاصاتك.",
    askAll: "حفظ صور جميع المواقع",
    allAllowed: "تُحفظ صور جميع المواقع.",
    highlights: "التمييزات",
    sitesHint: "في هذه المواقع تظهر التمييزات في كل زيارة. وفي غيرها يُظهرها زر الإضافة.",
    noSites: "يُظهر زر الإضافة تمييزات الصفحة، ويسأل هناك هل تُعرض في كل زيارة للموقع.",
    endSite: "إيقاف",
    templates: "قوالب حسب الموقع",
    templatesHint: "يُعتمد أطول تطابق، وهو بداية عنوان أو تعبير نمطي بين شرطتين مائلتين.",
    match: "يبدأ العنوان بـ",
    folder: "المجلد",
    tags: "الوسوم",
    mode: "ما يُحفظ",
    body: "النص",
    bodyHint:
      "المتغيرات: {{title}} {{url}} {{author}} {{published}} {{site}} {{description}} {{selection}} {{date}} {{content}} {{schema:Recipe.name}}",
    properties: "الخصائص، واحدة في كل سطر: الاسم = النص",
    addTemplate: "إضافة قالب",
    removeTemplate: "إزالة",
    saved: "حُفظ",
    version: (version) => `الإصدار ${apart(version)}`,
    newer: (version) => `تقدّم خدمتك الإصدار ${apart(version)}. تجده في ملاحظاتك، في الإعدادات، أداة القص.`,
    keys: "اختصارات لوحة المفاتيح",
    keysHint: `يفتح ${apart("Alt+Shift+N")} الإضافة، ويحفظ ${apart("Alt+Shift+S")} دون سؤال، ويميّز ${apart("Alt+Shift+H")} التحديد. يمكن تغييرها في إعدادات الإضافات في متصفحك.`,
  },
};
