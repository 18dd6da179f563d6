/** One file on its way into a note. Where its surface goes meanwhile, a mark in the note's text keeps its place. */
import { t } from "../../i18n";
import { sentence } from "../../i18n/problem";
import { failed } from "../../notices";
import { begun, ended } from "../../saving/arrivals";
import { deliver } from "../../saving/deliver";
import { type Attachment, LARGEST, type Sending, send } from "./send";

export interface Upload {
  name: string;
  percent: number;
  problem?: string;
  /** Only where it may help. */
  retry?: () => void;
}

/** What the surface does with it, for as long as there is one. */
interface Place {
  arrived(file: Attachment): void;
  cancelled?(): void;
  changed?(upload: Upload, error?: unknown): void;
}

const MARK = "#upload-";
const marked = new Map<string, Transfer>();
const listeners = new Set<() => void>();

export const isMark = (url: string): boolean => url.startsWith(MARK);

/** The file whose mark this is, while it is on its way. */
export const transferOf = (url: string): Transfer | undefined => marked.get(url);

/** Hear of every change of any transfer. */
export function onTransfers(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export class Transfer {
  /** Stands in the text for the address that is to come. */
  readonly mark =
    MARK + Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
  upload: Upload;
  private sending: Sending | undefined;
  private place: Place | null;

  constructor(
    private readonly file: File,
    /** Empty while the note is not made yet. */
    private noteId: () => string,
    place: Place,
  ) {
    this.place = place;
    this.upload = { name: file.name, percent: 0 };
  }

  start(): void {
    if (this.file.size <= LARGEST) void this.attempt();
    else this.show({ ...this.upload, problem: t("editor.upload.tooLarge") });
  }

  /** Whether there is any hope for it. */
  get isOpen(): boolean {
    return this.upload.problem === undefined || this.upload.retry !== undefined;
  }

  cancel(): void {
    const { place } = this;
    this.place = { arrived: () => {} };
    place?.cancelled?.();
    this.sending?.cancel();
    this.end();
  }

  /** Its surface goes. From now on its mark, which the surface leaves in the text, is its place. */
  leave(): string {
    const noteId = this.noteId();
    this.noteId = () => noteId;
    this.place = null;
    marked.set(this.mark, this);
    return this.mark;
  }

  private attempt = async (): Promise<void> => {
    begun(this.mark, this.noteId(), this.file.name);
    this.show({ name: this.file.name, percent: 0 });
    const sending = send(this.file, this.noteId(), (percent) => this.show({ name: this.file.name, percent }));
    this.sending = sending;
    try {
      await this.arrived(await sending.done);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      if (this.place === null) failed(error, `${this.file.name}:`);
      this.show({ name: this.file.name, percent: 0, problem: said(error), retry: this.attempt }, error);
    }
  };

  private async arrived(file: Attachment): Promise<void> {
    if (this.place) this.place.arrived(file);
    else {
      const { url, name, type } = file;
      await deliver(this.noteId(), { mark: this.mark, url, name, isPicture: type.startsWith("image/") });
    }
    this.end();
  }

  private end(): void {
    ended(this.mark);
    marked.delete(this.mark);
    tell();
  }

  private show(upload: Upload, error?: unknown): void {
    this.upload = upload;
    this.place?.changed?.(upload, error);
    tell();
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Nothing here tries again by itself. */
const said = (error: unknown) =>
  sentence(error, {
    unreachable: t("editor.upload.unreachable"),
    capability_unsupported: t("editor.upload.tooLargeThere"),
  });
