import type en from "../en/common";
import type { Translated } from "../words";

export default {
  sending: "Un momento",
  cancel: "Cancelar",
  close: "Cerrar",
  save: "Guardar",
  delete: "Eliminar",
  rename: "Cambiar nombre",
  retry: "Reintentar",
  undo: "Deshacer",
  copy: "Copiar",
  copied: "Copiado",
  untitled: "Sin título",
  noText: "Aún sin texto",
  loading: "Cargando",
  more: "Más",
  back: "Atrás",
  search: "Buscar",
  notes_one: "{{count}} nota",
  notes_other: "{{count}} notas",

  moment: "{{day}}, {{time}}",
  problem: {
    unreachable: "El servicio no responde. No se ha perdido nada; esta página lo reintenta por sí sola.",
    unanswered: "El servicio no responde. Vuelva a intentarlo en un momento.",
    busy: "El servicio está ocupado en este momento. Vuelva a intentarlo en unos segundos.",
    rate_limited: "Demasiadas veces en poco tiempo. Espere un momento y vuelva a intentarlo.",
    unauthenticated: "Su sesión está cerrada. Inicie sesión para continuar.",
    not_found: "Esto ya no está aquí, o nunca fue suyo.",
    too_large: "Esto es más grande de lo que admite el servicio.",
    forbidden: "No tiene permiso para hacer eso.",
    last_administrator: "Es el último administrador. Nombre primero a otra persona; no se ha cambiado nada.",
    conflict: "Otra persona ha cambiado esto entretanto.",
    nonsense: "La respuesta no tenía sentido. Quizá se deba a un proxy intermedio; vuelva a intentarlo.",
    other: "No ha funcionado: {{detail}}",
  },
} satisfies Translated<typeof en, "es">;
