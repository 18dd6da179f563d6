import type en from "../en/rooms";
import type { Translated } from "../words";

export default {
  people: "Quién está aquí",
  you: "{{name}} (usted)",
  typedLast: "{{name}} escribió por última vez",
  switched: {
    block: "{{name}} cambió esta nota a bloques para todos.",
    raw: "{{name}} cambió esta nota a Markdown para todos.",
  },
  somebody: "Alguien",
  tooLong: "Esta nota es demasiado larga para bloques.",
  tooLarge:
    "Esto es demasiado para escribir en común. A partir de aquí, sus palabras se guardan como en una nota propia.",
  full: "Ahora no hay espacio para escribir en común. Sus palabras se guardan como en una nota propia.",
  malformed:
    "La sala no aceptó su último cambio. Sus palabras se guardan como en una nota propia; recargue la página para volver a escribir en común.",
  unsaved: "Esta nota es demasiado larga para guardarse. Acórtela.",
  recovered: "Se ha recuperado lo que se escribió aquí antes y no se había enviado.",
} satisfies Translated<typeof en, "es">;
