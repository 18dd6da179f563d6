import type en from "../en/saving";
import type { Translated } from "../words";

export default {
  saved: "Guardado",
  saving: "Guardando",
  unsaved: "Aún sin guardar",
  waiting: "Esperando a la red",
  local: "En este dispositivo",
  localUntil: "En este dispositivo; se enviará cuando el servicio responda",
  busy: "Esperando al servicio",
  signedOut: "Esperando a que inicie sesión",
  refused: "No guardado",
  conflict: "Conflicto",
  savingEdits_one: "Guardando {{count}} cambio",
  savingEdits_other: "Guardando {{count}} cambios",

  reconnecting: "Reconectando",
  reconnectingEdits_one: "Reconectando, {{count}} cambio conservado",
  reconnectingEdits_other: "Reconectando, {{count}} cambios conservados",

  old: "Vuelva a cargar la página",
  reading: "Solo lectura",
  savedAt: "Guardado {{when}}",
  why: {
    unsaved: "Lo que escribe se conserva en este dispositivo y se envía en un momento.",
    saving: "Lo que ha escrito va de camino al servicio.",
    unreachable:
      "El servicio no responde. Todo se conserva en este dispositivo y se envía en cuanto responda.",
    local:
      "El servicio aún no tiene esta nota. Se conserva en este dispositivo con todo lo que escriba y se envía en cuanto el servicio responda.",
    busy: "El servicio está ocupado. Todo se conserva en este dispositivo y se envía en cuanto sea posible.",
    signedOut:
      "Su sesión está cerrada. Todo se conserva en este dispositivo y se guarda cuando vuelva a iniciar sesión.",
    reconnecting:
      "Ahora no se puede llegar al texto compartido. Lo que escribe se conserva en este dispositivo y se envía en cuanto sea posible.",
    old: "Esta página es de una versión anterior. Lo que ha escrito se conserva en este dispositivo; vuelva a cargar la página para continuar.",
    reading: "Esta nota se comparte con usted para leerla.",
    conflict: "Esta nota se cambió en otra parte en el mismo lugar. No se ha perdido nada; elija qué queda.",
  },
  tryNow: "Probar ahora",
  settle: "Elegir qué queda",
  refusal: {
    large: "La nota es más grande de lo que admite el servicio. Mueva una parte a otra nota.",
    forbidden:
      "El servicio rechaza cambios desde esta dirección. Copie el texto y vuelva a cargar la página.",
    invalid: "El servicio no acepta esto: {{detail}}",
    block_one:
      "No se pudo guardar un bloque ({{detail}}). Se conserva en este dispositivo; todo lo demás de esta nota está guardado.",
    block_other:
      "No se pudieron guardar {{count}} bloques ({{detail}}). Se conservan en este dispositivo; todo lo demás de esta nota está guardado.",

    address_one:
      "Un bloque contiene una dirección que una nota no puede conservar. Se conserva en este dispositivo; todo lo demás de esta nota está guardado.",
    address_other:
      "{{count}} bloques contienen direcciones que una nota no puede conservar. Se conservan en este dispositivo; todo lo demás de esta nota está guardado.",

    gone: "Esta nota está en la papelera o se eliminó en otra parte. Lo que ha escrito se conserva en este dispositivo.",
    lost: "Esta nota ya no está aquí, o ya no se comparte con usted. Lo último que escribió está solo en este dispositivo: cópielo o guárdelo como nota propia.",
    reading:
      "Ahora solo puede leer esta nota. Lo último que escribió está solo en este dispositivo: cópielo o guárdelo como nota propia.",
  },
  showBlock: "Mostrarlo",
  copyText: "Copiar el texto",
  saveAsNew: "Guardar como nota nueva",
  restore: "Restaurar la nota",
  savedAsNew: "Guardado como nota nueva",
  myVersion: "{{name}} (mi versión)",
  clash: {
    title: "Esta nota se cambió en dos lugares",
    lead: "Usted y otra persona, u otra pestaña, cambiaron las mismas palabras. Aún no se ha perdido nada.",
    mine: "Su texto",
    theirs: "El texto del servicio",
    keepMine: "Conservar el mío",
    keepMineWhy: "El otro texto queda entre las versiones.",
    keepTheirs: "Conservar el otro",
    keepTheirsWhy: "El suyo se convierte en una nota propia: «{{name}}».",
    keepBoth: "Conservar ambos",
    keepBothWhy: "Primero el suyo y después el otro, donde difieren.",
    byHand: "Redactarlo a mano",
    byHandField: "El texto que debe quedar",
    saveByHand: "Guardar este texto",
    later: "Más tarde",
    name: "Título",
    properties: "Propiedades",
  },
  recovered: {
    text: "Se ha recuperado lo que no se guardó {{when}}.",
    see: "Ver qué era",
    takeBack: "Volver a quitarlo",
    keep: "Conservarlo",
    title: "Lo que se recuperó",
    legend: "Las palabras añadidas están subrayadas, las quitadas, tachadas.",
  },
  unsent: {
    text_one: "{{count}} nota contiene texto sin guardar.",
    text_other: "{{count}} notas contienen texto sin guardar.",

    open: "Abrir «{{name}}»",
    openIn: "Abrir «{{name}}» ({{folder}})",
    hide: "Ocultar hasta el próximo inicio",
  },
  leaving: {
    title: "¿Cerrar la sesión antes de que se envíe todo?",
    text_one:
      "{{count}} nota contiene algo que solo está en este dispositivo. Se queda aquí y se envía cuando vuelva a iniciar sesión en este dispositivo.",
    text_other:
      "{{count}} notas contienen algo que solo está en este dispositivo. Se queda aquí y se envía cuando vuelva a iniciar sesión en este dispositivo.",
  },
  cutOff: {
    text: "«{{name}}» aún se estaba subiendo cuando se cerró su página. Vuelva a añadirlo a la nota.",
    seen: "Lo he visto",
  },
  noRoom: "Este navegador no tiene espacio para conservar lo que escribe. Copie el texto antes de salir.",
} satisfies Translated<typeof en, "es">;
