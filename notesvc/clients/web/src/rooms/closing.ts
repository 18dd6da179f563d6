/** What is to be done after a room has closed the connection. */

/** `again`: come again after a while; the others end it, and what is not acknowledged goes another way. */
export type Closing = "again" | "anew" | "refused" | "tooLarge" | "full" | "malformed" | "reload";

const CLOSINGS: Record<number, Closing> = {
  1009: "tooLarge",
  // Sent again it would be refused again.
  4400: "malformed",
  4403: "refused",
  4404: "refused",
  4410: "anew",
  4413: "tooLarge",
  4426: "reload",
  4431: "full",
};

export const closingOf = (code: number): Closing => CLOSINGS[code] ?? "again";
