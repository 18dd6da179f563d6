"""Words that every text is full of: they count little, are not marked alone, and tell a text's language."""


def split_words(words: str) -> frozenset[str]:
    """Words that stand in a text with spaces between."""
    return frozenset(words.split())


ENGLISH = split_words(
    "a about after all also am an and any are as at be because been before but by can could did do does each for from "
    "get had has have he her here him his how i if in into is it its just like may me more most my no not of on one "
    "only or other our out over s she should so some such t than that the their them then there these they this those "
    "to up us use was we were what when where which while who why will with would you your"
)

GERMAN = split_words(
    "aber alle als also am an auch auf aus bei beim bin bis da damit dann das dass dein dem den der des dich die dies "
    "diese dieser doch du durch ein eine einem einen einer eines er es euch fur hat hatte hier ich ihm ihn ihr ihre im "
    "in ins ist ja jede kann kein keine konnen man mein mich mir mit muss nach nicht noch nun nur ob oder ohne sehr "
    "sein seine sich sie sind so uber um und uns unter vom von vor war was wenn wer wie wird wir wo zu zum zur"
)

ARABIC = split_words("ال الى او ان اي ب ثم عن على عند في ف قد كل كما كيف كيفية ل لا لم ما مع من هذا هذه هل هو هي و يا")

RUSSIAN = split_words(
    "а без бы в во вы для до же за и из или их к как ко ли мы на не но о об от по с со так то у что это"
)

JAPANESE = split_words("の は が を に で と も へ や か て た")

ALL = ENGLISH | GERMAN | ARABIC | RUSSIAN | JAPANESE
