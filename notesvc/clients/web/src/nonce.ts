/** The word by which the page's policy knows our own style elements. */
export const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
