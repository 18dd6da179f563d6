/** Notes that somebody wants at hand. */

import { to } from "../addresses";
import { t } from "../i18n";
import { useFavourites } from "../state/favourites";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Empty, Shown } from "../ui/States";
import { NoteList } from "./NoteList";

export default function FavouritesPage() {
  const favourites = useFavourites();
  return (
    <main className="page">
      <Heading title={t("shell.favourites")} lead={t("shell.lists.favourites")} />
      <Shown query={favourites}>
        {(notes) =>
          notes.length === 0 ? (
            <Empty title={t("shell.lists.noFavourites")}>
              <p>{t("shell.lists.noFavouritesHint")}</p>
              <Link href={to.recents}>{t("shell.recents")}</Link>
            </Empty>
          ) : (
            <NoteList notes={notes} label={t("shell.favourites")} />
          )
        }
      </Shown>
    </main>
  );
}
