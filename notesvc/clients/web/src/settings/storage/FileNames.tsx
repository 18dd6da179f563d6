/** Attachments by name, each a link to its file. */
import type { Part } from "./storage";

export function FileNames({ files }: { files: Part["refused"] }) {
  return (
    <ul className="storage-damaged">
      {files.map(({ id, name }) => (
        <li key={id}>
          <a href={`/files/${id}/${encodeURIComponent(name)}`} target="_blank" rel="noreferrer">
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
