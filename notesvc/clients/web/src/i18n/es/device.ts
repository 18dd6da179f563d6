import type en from "../en/device";
import type { Translated } from "../words";

export default {
  title: "Conectar un dispositivo",
  lead: "El dispositivo, o el programa que hay en él, muestra un código. Escríbalo aquí.",
  code: "Código del dispositivo",
  codeHint: "8 letras. Las mayúsculas, los espacios y el guion no importan.",
  check: "Continuar",
  noCode: "Escriba el código que muestra el dispositivo.",
  badCode: "El código tiene 8 letras.",
  unknownCode:
    "Ningún dispositivo espera con este código. Puede estar mal escrito, tener más de diez minutos, estar ya decidido o haberse abierto antes desde otra cuenta. Compárelo, o haga que el dispositivo muestre uno nuevo.",
  tooOften:
    "Demasiados códigos incorrectos. Vuelva a intentarlo dentro de {{wait}}; no se ha conectado nada.",
  askedTitle: "¿Conectar «{{name}}»?",
  askedLead: "Ha iniciado sesión como {{user}}. El dispositivo recibe una clave de esta cuenta.",
  app: "Programa",
  name: "Se llama",
  asked: "Pedido",
  from: "Desde",
  may: "Puede",
  places: {
    here: "la misma dirección de internet que este navegador",
    private: "una red privada, o esta máquina",
    elsewhere: "otra dirección de internet que la de este navegador",
  },
  scopes: {
    read: "leer todas sus notas, carpetas y archivos adjuntos",
    write: "poner notas en su espacio de trabajo",
    device: "mantener sincronizada en el dispositivo una copia de su espacio de trabajo",
    other: "usar «{{scope}}»",
  },
  warning: "Continúe solo si acaba de iniciar esto usted.",
  warningMore: "Si alguien le envió el código o un enlace a esta página, rechácelo.",
  approve: "Aprobar",
  deny: "Rechazar",
  tooManyKeys:
    "Ya tiene el máximo de claves activas. Revoque una en las claves de sincronización y apruebe después aquí.",
  toKeys: "Claves de sincronización",
  approvedTitle: "«{{name}}» está conectado",
  approvedLead: "Vuelva al dispositivo: continúa por sí solo en unos segundos.",
  approvedKeys: "Su clave está entre sus claves de sincronización, donde puede revocarla.",
  deniedTitle: "«{{name}}» se ha rechazado",
  deniedLead: "No ha recibido ninguna clave. No hay que hacer nada más.",
  expiredTitle: "El código ha caducado",
  expiredLead:
    "Era válido durante diez minutos, y «{{name}}» no ha recibido ninguna clave. Haga que el dispositivo muestre uno nuevo.",
  goneTitle: "Este código ya está decidido",
  goneLead:
    "Se aprobó o rechazó entretanto, quizá en otra pestaña. Mire si entre sus claves de sincronización hay un dispositivo que no conoce.",
  another: "Escribir otro código",
  toNotes: "Ir a las notas",
} satisfies Translated<typeof en, "es">;
