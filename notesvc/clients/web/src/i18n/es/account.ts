import type en from "../en/account";
import type { Translated } from "../words";

export default {
  tagline: "Sus notas, en su propia máquina.",
  language: "Idioma",
  scheme: "Tema",
  schemes: { auto: "Como el sistema", light: "Claro", dark: "Oscuro" },
  email: "Correo electrónico",
  password: "Contraseña",
  showPassword: "Mostrar la contraseña",
  hidePassword: "Ocultar la contraseña",
  name: "Su nombre",
  invite: "Invitación",
  setupCode: "Código de configuración",
  code: "Código",
  codeHint: "De su aplicación de autenticación, o uno de sus códigos de recuperación.",
  signIn: {
    title: "Iniciar sesión",
    lead: "Sus notas están en este servicio.",
    do: "Iniciar sesión",
    register: "Crear una cuenta",
    leaving_one:
      "Su cuenta se eliminará en {{count}} día. Si inicia sesión antes, se conserva con todo su contenido.",
    leaving_other:
      "Su cuenta se eliminará en {{count}} días. Si inicia sesión antes, se conserva con todo su contenido.",

    noRegistration: "Las cuentas nuevas las crea el administrador de este servicio.",
    perhapsKnown:
      "Si esta dirección es nueva, su cuenta ya está creada y puede iniciar sesión. Si ya tiene una cuenta, inicie sesión con su contraseña.",
  },
  register: {
    firstTitle: "Le damos la bienvenida",
    firstLead: "Cree la primera cuenta. Será la que administre este lugar.",
    title: "Crear una cuenta",
    lead: "Sus notas permanecen en este servicio y le pertenecen.",
    inviteLead: "Este servicio admite nuevas personas con invitación.",
    do: "Crear la cuenta",
    mailedTitle: "Revise su correo",
    mailedLead: "Hay un mensaje en camino a {{email}}. Abra el enlace que contiene para crear la cuenta.",
    haveOne: "Ya tengo una cuenta",
    closedTitle: "El registro está cerrado",
    closedLead: "Este servicio no admite cuentas nuevas. Su administrador puede crearle una.",
    nameHint: "Tal como lo ven los demás donde usted comparte notas.",
    passwordHint: "De 10 a 1024 caracteres. Unas cuantas palabras son fáciles de recordar.",
    setupHint: "El servicio lo mostró al iniciarse.",
  },
  again: {
    title: "Vuelva a iniciar sesión",
    lead: "Su sesión ha terminado. Lo que hay en la página se queda como está y se guarda en cuanto inicie sesión.",
    other: "Iniciar sesión como otra persona",
    later: "Más tarde",
    closed: "Su sesión está cerrada. Los cambios se conservan en este dispositivo.",
    open: "Iniciar sesión",
  },
  forgot: {
    link: "¿Ha olvidado su contraseña?",
    title: "Establecer una contraseña nueva",
    lead: "Escriba la dirección de correo de su cuenta. Le enviaremos un mensaje con un enlace.",
    do: "Enviar el enlace",
    sentTitle: "Revise su correo",
    sentLead:
      "Si {{email}} tiene una cuenta aquí, hay un mensaje con un enlace en camino. El enlace es válido durante 30 minutos.",
    noMailLead:
      "Este servicio no tiene servidor de correo. El enlace se crea, y su administrador debe entregárselo: dígale que lo ha pedido.",
    noMailTitle: "Pida el enlace a su administrador",
    noMailSent:
      "Si {{email}} tiene una cuenta aquí, su enlace está ahora en la carpeta «mails» del directorio de la instancia, donde el administrador puede encontrarlo. Es válido durante 30 minutos.",
    toSignIn: "Iniciar sesión",
  },
  noMail: {
    make: "Crear el enlace",
    made: "El administrador de este servicio tiene el enlace en la carpeta «mails» del directorio de la instancia. Pídaselo.",
    newEmailHint:
      "Este servicio no tiene servidor de correo: su administrador le entregará el enlace de confirmación. La dirección actual se mantiene hasta que lo abra.",
    emailAsked:
      "El administrador de este servicio tiene el enlace para {{email}} en la carpeta «mails» del directorio de la instancia. La dirección cambia cuando usted lo abra.",
  },
  reset: {
    title: "Establecer una contraseña nueva",
    lead: "Se cerrará su sesión en todas partes y volverá a iniciarla con la contraseña nueva.",
    password: "Contraseña nueva",
    keepKeys: "Conservar las claves de sincronización",
    keepKeysHint: "De lo contrario todas las claves dejan de valer, por si otra persona tuvo su contraseña.",
    do: "Establecer la contraseña",
    doneTitle: "La contraseña está establecida",
    doneLead: "Inicie sesión con ella.",
    refusedTitle: "Este enlace ya no es válido",
    refusedLead: "Ya se ha usado, es demasiado antiguo o está incompleto. Pida otro.",
    again: "Enviar otro enlace",
  },
  verify: {
    title: "Confirme su dirección",
    lead: "Confirme que esta dirección de correo es suya. Ha iniciado sesión como {{name}}.",
    signInLead: "Inicie sesión en la cuenta a la que pertenece la dirección y después confírmela.",
    newLead: "Escriba la contraseña que eligió y su cuenta estará lista.",
    do: "Confirmar",
    doneTitle: "La dirección está confirmada",
    doneLead: "Inicie sesión con {{email}}.",
    toNotes: "Ir a las notas",
    wrong: "Esta no es la contraseña que eligió al crear la cuenta.",
    refusedTitle: "Este enlace ya no es válido",
    refusedLead:
      "Ya se ha usado, es demasiado antiguo, está incompleto o es de otra cuenta. En los ajustes puede enviarse otro.",
    refusedNewLead:
      "Ya se ha usado, es demasiado antiguo o está incompleto. Vuelva a crear la cuenta para recibir otro.",
    toSettings: "Ir a los ajustes",
  },
  proof: {
    title: "Confirme que es usted",
    lead: "Esto afecta a la seguridad de su cuenta. Lo que hay en la página se queda como está.",
    do: "Confirmar",
    useCode: "Usar un código",
    usePassword: "Usar la contraseña",
    declined: "No se ha cambiado nada: no ha confirmado que es usted.",
  },
  passkey: {
    signIn: "Iniciar sesión con una llave de acceso",
    use: "Usar una llave de acceso",
    asking: "Su navegador se lo pregunta ahora",
    cancelled:
      "No se ha usado ninguna llave de acceso: la pregunta del navegador se cerró o tardó demasiado. Vuelva a intentarlo cuando quiera.",
    known: "Este dispositivo ya tiene una llave de acceso para su cuenta.",
    unable:
      "Este dispositivo no puede guardar una llave de acceso que compruebe quién es usted. Pruebe con un teléfono o una llave de seguridad.",
    failed:
      "Su navegador no pudo usar una llave de acceso. No se ha cambiado nada; vuelva a intentarlo o use otra vía.",
    notYours: "Esta llave de acceso no abre su cuenta. Vuelva a intentarlo o confirme de otra manera.",
    refused:
      "Esta llave de acceso no abre ninguna cuenta aquí. Vuelva a intentarlo o inicie sesión de otra manera.",
  },
  problem: {
    lastWayIn: "Es la última vía de acceso a su cuenta. Establezca primero una contraseña o añada otra vía.",
    code: "Este código no es correcto o ya se ha usado.",
    noCode: "Escriba el código.",
    title: "No ha funcionado",
    pair: "La dirección de correo o la contraseña no es correcta.",
    password: "La contraseña no es correcta.",
    tooOften: "Demasiados intentos. Vuelva a intentarlo dentro de {{wait}}.",
    away: "El servicio no responde. Lo que ha escrito sigue aquí; vuelva a intentarlo en un momento.",
    busy: "El servicio está ocupado. Lo que ha escrito sigue aquí; vuelva a intentarlo en un momento.",
    noEmail: "Escriba su dirección de correo.",
    badEmail: "Esto no es una dirección de correo.",
    noName: "Escriba su nombre.",
    longName: "El nombre puede tener como máximo 500 caracteres.",
    noPassword: "Escriba su contraseña.",
    shortPassword: "La contraseña debe tener de 10 a 1024 caracteres.",
    badSetupCode: "Este no es el código de configuración que el servicio mostró al iniciarse.",
    badInvite: "Esta invitación no es válida o ya se ha usado.",
    noInvite: "Escriba su invitación.",
    noSetupCode: "Escriba el código de configuración.",
  },
  seconds_one: "{{count}} segundo",
  seconds_other: "{{count}} segundos",

  minutes_one: "{{count}} minuto",
  minutes_other: "{{count}} minutos",
} satisfies Translated<typeof en, "es">;
