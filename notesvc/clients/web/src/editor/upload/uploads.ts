/** Files on their way to the service, by the block that waits for them. */
import { Problem } from "../../api";
import { t } from "../../words";
import { sentence } from "../../words/problem";
import { LARGEST, type Sending, send } from "./send";

export interface Upload {
  name: string;
  percent: number;
  problem?: string;
  /** Only where it may help. */
  retry?: () => void;
}

export class Uploads {
  private readonly present = new Map<string, Upload>();
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<string, Sending>();

  constructor(
    private readonly noteId: string,
    private readonly settled: () => void,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  of = (blockId: string): Upload | undefined => this.present.get(blockId);
  has = (blockId: string): boolean => this.present.has(blockId);

  /** The address of the file, once it is there; a failure waits in its place to be tried again. */
  start(file: File, blockId: string): Promise<{ props: { url: string; name: string } }> {
    return new Promise((resolve) => {
      const attempt = () => void this.attempt(file, blockId, attempt).then((got) => got && resolve(got));
      attempt();
    });
  }

  forget(blockId: string): void {
    this.running.get(blockId)?.cancel();
    if (this.present.delete(blockId)) this.tell();
  }

  private async attempt(file: File, blockId: string, retry: () => void) {
    if (file.size > LARGEST) {
      this.set(blockId, { name: file.name, percent: 0, problem: t("editor.upload.tooLarge") });
      return undefined;
    }
    this.set(blockId, { name: file.name, percent: 0 });
    const sending = send(file, this.noteId, (percent) => this.set(blockId, { name: file.name, percent }));
    this.running.set(blockId, sending);
    try {
      const { url, name } = await sending.done;
      this.present.delete(blockId);
      // The address is put in right after this; only then is the block ready to be saved.
      setTimeout(this.settled);
      this.tell();
      return { props: { url, name } };
    } catch (error) {
      if (this.present.has(blockId))
        this.set(blockId, { name: file.name, percent: 0, problem: said(error), retry });
      return undefined;
    } finally {
      this.running.delete(blockId);
    }
  }

  private set(blockId: string, upload: Upload): void {
    this.present.set(blockId, upload);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Nothing here tries again by itself. */
const said = (error: unknown) =>
  error instanceof Problem && error.isUnreachable ? t("editor.upload.unreachable") : sentence(error);
