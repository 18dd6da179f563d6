/** Files on their way to the service, by the block of a surface that waits for them. */
import { Transfer } from "./transfer";

export class Uploads {
  private readonly waiting = new Map<string, Transfer>();

  constructor(
    /** Empty while the note is not made yet. */
    private readonly noteId: () => string,
    private readonly settled: () => void,
  ) {}

  of = (blockId: string): Transfer | undefined => this.waiting.get(blockId);
  has = (blockId: string): boolean => this.waiting.has(blockId);

  /** The address of the file, once it is there; a failure waits in its place to be tried again. */
  start(file: File, blockId: string): Promise<{ props: { url: string; name: string } }> {
    return new Promise((resolve) => {
      const arrived = ({ url, name }: { url: string; name: string }) => {
        this.waiting.delete(blockId);
        // The address is put in right after this; only then is the block ready to be saved.
        setTimeout(this.settled);
        resolve({ props: { url, name } });
      };
      const transfer = new Transfer(file, this.noteId, { arrived });
      this.waiting.set(blockId, transfer);
      transfer.start();
    });
  }

  forget(blockId: string): void {
    const transfer = this.waiting.get(blockId);
    this.waiting.delete(blockId);
    transfer?.cancel();
  }

  /** The surface goes: `keep` puts a mark into the block that waits, where there is still one. */
  leave(keep: (blockId: string, mark: string) => boolean): void {
    for (const [blockId, transfer] of [...this.waiting].filter(([, { isOpen }]) => isOpen)) {
      this.waiting.delete(blockId);
      const mark = transfer.leave();
      if (!keep(blockId, mark)) transfer.cancel();
    }
  }
}
