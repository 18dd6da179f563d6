/** The graph as a list, for those who would rather read it. */
import { IconFileText, IconTag, IconUser } from "@tabler/icons-react";
import { useMemo } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { Link } from "../../ui/Link";
import { Rows } from "../../ui/Rows";
import type { Graph } from "./cooccurrence";
import { listed, type Node } from "./graphFilter";

const ICONS = { note: IconFileText, tag: IconTag, person: IconUser };

interface Props {
  part: Pick<Graph, "nodes" | "edges">;
  found: ReadonlySet<string> | undefined;
}

export function NodeList({ part, found }: Props) {
  const all = useMemo(() => listed(part), [part]);
  const rows = found ? all.filter((node) => found.has(node.id)) : all;
  if (rows.length === 0) return <p className="lead">{t("pages.nothingFits")}</p>;
  return (
    <Rows items={rows} keyOf={(node) => node.id} label={t("pages.graph.list")}>
      {(node) => {
        const Icon = ICONS[node.kind];
        const label = nameOfNote(node.label);
        return (
          <div className="node-row">
            <Icon size={16} stroke={1.5} aria-hidden />
            <Link href={addressOf(node)} title={label}>
              <bdi>{label}</bdi>
              <span className="sr-only">, {t(`pages.graph.kind.${node.kind}`)}</span>
            </Link>
            <span className="node-links">{t("pages.graph.links", { count: node.links })}</span>
          </div>
        );
      }}
    </Rows>
  );
}

export function addressOf(node: Pick<Node, "id" | "kind">): string {
  if (node.kind === "tag") return to.tag(node.id.replace(/^tag:/, ""));
  return node.kind === "person" ? to.person(node.id) : to.note(node.id);
}
