/** Code that is fetched when there is need of it, by a page that may be without its service then. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/** What is fetched, however often it takes. */
export async function untilFetched<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
