/** What each kind of place can do, for the curious: folded, and fetched when it is opened. */
import { useState } from "react";
import { t } from "../../i18n";
import { Waiting } from "../../ui/States";
import { type Capability, type CapabilityTable, useCapabilities } from "./storage";
import { nameOfKind, wordsOfCapability, wordsOfHolding } from "./words";

export function CapabilityFigures() {
  const [isOpen, setOpen] = useState(false);
  const table = useCapabilities(isOpen);
  return (
    <details className="storage-capabilities" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("storage.capability.title")}</summary>
      <p className="settings-hint">{t("storage.capability.lead")}</p>
      {isOpen && <Waiting for={table} />}
      {table.data && <Table of={table.data} />}
    </details>
  );
}

function Table({ of: { backends } }: { of: CapabilityTable }) {
  const names = backends[0]?.capabilities.map(({ name }) => name) ?? [];
  return (
    <div className="storage-table">
      <table>
        <caption className="sr-only">{t("storage.capability.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("storage.capability.of")}</th>
            {backends.map(({ backend }) => (
              <th key={backend} scope="col">
                {nameOfKind(backend)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              cells={backends.map(({ backend, capabilities }) => [
                backend,
                capabilities.find((each) => each.name === name),
              ])}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ name, cells }: { name: string; cells: [backend: string, cell: Capability | undefined][] }) {
  const words = wordsOfCapability(name);
  if (!words) return null;
  return (
    <tr>
      <th scope="row">
        {words.name}
        <span className="settings-hint">{words.hint}</span>
      </th>
      {cells.map(([backend, cell]) => (
        <td key={backend} data-holds={cell?.holds}>
          {cell ? wordsOfHolding(cell) : "–"}
        </td>
      ))}
    </tr>
  );
}
