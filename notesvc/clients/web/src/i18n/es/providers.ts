import type en from "../en/providers";
import type { Translated } from "../words";

export default {
  google: "Google",
  github: "GitHub",
  or: "o",
  go: "Continuar con {{name}}",
  byPassword: "Iniciar sesión con contraseña",
  byPasswordHint: "Para los administradores de este servicio.",
  onlyProviders: "Las cuentas nuevas se crean mediante uno de estos.",
  codeLead: "El proveedor le conoce. Esta cuenta pide además un código.",
  codeOtherWay: "Iniciar sesión de otra manera",
  newTab: "Continuar con {{name}} en otra pestaña",
  accounts: {
    title: "Cuentas vinculadas",
    lead: "Formas de iniciar sesión a través de terceros, además de su contraseña.",
    notLinked: "Sin vincular",
    linkedAs: "Vinculada como {{email}}",
    linked: "Vinculada",
    since: "Desde",
    used: "Último uso",
    gone: "Este servicio ya no lo ofrece.",
    link: "Vincular",
    linkOf: "Vincular {{name}}",
    unlink: "Desvincular",
    unlinkOf: "Desvincular {{name}}",
    unlinkTitle: "Desvincular {{name}}",
    unlinkText: "Ya no iniciará sesión a través de {{name}}. Puede volver a vincularla en cualquier momento.",
    nowLinked: "{{name}} está vinculada",
    unlinked: "{{name}} ya no está vinculada",
  },
  proof: {
    with: "Confirmar con {{name}}",
    lead: "Se abre una ventana del proveedor; esta página se queda como está.",
    waiting: "Termine en la ventana que se ha abierto. Esta página continúa por sí sola.",
    none: "Su cuenta no tiene contraseña ni un proveedor vinculado que este servicio siga ofreciendo. Establezca una contraseña con «¿Ha olvidado su contraseña?» en la página de inicio de sesión.",
    doneTitle: "Eso era todo",
    doneLead: "Cierre esta ventana y continúe donde estaba.",
    failedTitle: "No ha funcionado",
    failedLead: "Cierre esta ventana y vuelva a intentarlo donde estaba.",
    close: "Cerrar esta ventana",
  },
  problem: {
    provider_unavailable:
      "El proveedor no responde en este momento. Vuelva a intentarlo en unos minutos o inicie sesión de otra manera.",
    provider_refused:
      "El proveedor no dejó entrar a nadie, o usted canceló allí. Vuelva a intentarlo o inicie sesión de otra manera.",
    provider_untrusted:
      "No se puede dar crédito a lo que envió el proveedor, así que no se inició ninguna sesión. Vuelva a intentarlo; si se repite, avise al administrador de este servicio.",
    sign_in_expired:
      "Este inicio de sesión tardó más de diez minutos, ya se usó o se comenzó en otro navegador. Empiece aquí de nuevo.",
    address_unverified:
      "El proveedor no ha confirmado su dirección de correo. Confírmela allí y vuelva a intentarlo.",
    address_taken:
      "Su dirección de correo ya tiene una cuenta aquí. Inicie primero sesión en ella y vincule después el proveedor en Ajustes, Seguridad.",
    registration_closed:
      "Aún no tiene cuenta aquí, y las personas nuevas entran solo con invitación, si acaso. Con una invitación, elija «Crear una cuenta», escríbala y continúe allí con el proveedor.",
    account_disabled: "Esta cuenta está desactivada. Pregunte al administrador de este servicio.",
    already_linked:
      "Ese inicio de sesión pertenece a otra cuenta de este servicio. Desvincúlelo allí primero o elija otro en el proveedor.",
    wrong_account:
      "En el proveedor usted es otra persona que la vinculada a esta cuenta. Inicie sesión allí con la cuenta vinculada.",
    not_fresh:
      "El proveedor no dijo que le haya vuelto a preguntar quién es. Cierre allí la sesión y vuelva a intentarlo, o confirme de otra manera.",
    rate_limited:
      "Desde su red se ha acudido demasiadas veces a un proveedor en los últimos minutos. Vuelva a intentarlo en cinco minutos o inicie sesión de otra manera.",
    other:
      "El inicio de sesión en el proveedor no funcionó. Vuelva a intentarlo o inicie sesión de otra manera.",
  },
} satisfies Translated<typeof en, "es">;
