/** What a button says of itself while it must not be pressed; unlike a disabled one it keeps the focus. */
export const busy = (isBusy: boolean) => ({
  "aria-disabled": isBusy,
  "data-disabled": isBusy || undefined,
});
