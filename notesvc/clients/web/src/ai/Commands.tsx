/** What can be asked of a model about a note, each by its name in the palette. */
import { useQuery } from "@tanstack/react-query";
import { t } from "../i18n";
import { type Command, useCommands } from "../shell/commands";
import { promptsQuery } from "../state/ai";
import { assist } from "../state/assist";
import { type Deed, deedsFor } from "./actions";

export default function Commands({ noteId }: { noteId: string }) {
  const prompts = useQuery(promptsQuery).data ?? [];
  const about = ({ action, promptId, choice }: Deed) => ({
    noteId,
    scope: "marked" as const,
    // What needs a choice begins with the card.
    ...(!choice && { action }),
    ...(promptId && { promptId }),
  });
  useCommands(
    deedsFor("note", prompts).map(
      (deed): Command => ({
        id: `ai.${deed.id}`,
        name: t("ai.command", { name: deed.name }),
        group: "note",
        run: () => assist.open(about(deed)),
      }),
    ),
  );
  return null;
}
