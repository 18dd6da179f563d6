/** Notes that somebody wants at hand. */
import { useFavourites } from "../state/favourites";
import { t } from "../words";
import { NoteList } from "./NoteList";
import { Heading } from "./parts/Heading";
import { Empty, Shown } from "./parts/States";

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
            </Empty>
          ) : (
            <NoteList notes={notes} label={t("shell.favourites")} />
          )
        }
      </Shown>
    </main>
  );
}
