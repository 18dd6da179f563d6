/** Which model answers; another one can be chosen where several are set up. */
import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../i18n";
import { providersQuery } from "../state/ai";
import { choicesOf, nameOfProvider, prefer, usePreferred } from "./providers";

export function Models() {
  const all = useQuery(providersQuery).data;
  const chosen = usePreferred(all);
  const ready = choicesOf(all);
  if (!chosen) return null;
  const name = chosen.model ?? nameOfProvider(chosen.provider);
  if (ready.length < 2) return <span className="ai-model">{name}</span>;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className="ai-model"
          aria-label={t("common.about", { what: t("ai.model"), said: name })}
        >
          {name}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {ready.map((each) => (
          <Menu.Item key={`${each.provider} ${each.model}`} onClick={() => prefer(each)}>
            {nameOfProvider(each.provider)} · {each.model}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
