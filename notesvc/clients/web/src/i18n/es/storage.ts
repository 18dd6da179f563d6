import type en from "../en/storage";
import type { Translated } from "../words";

export default {
  lead: "Sus notas se conservan siempre en este servicio. Los archivos que contienen pueden guardarse en otra parte, y un espejo tiene sus notas como archivos Markdown en un lugar propio.",
  place: {
    local: "Este servidor",
    none: "Sin espejo",
    folder: "Una carpeta de este servidor",
    s3: "S3",
    webdav: "WebDAV",
  },
  secretStored: "hay un secreto guardado",
  asUser: "como {{user}}",
  refused_one:
    "Un archivo es más grande de lo que admite el servidor. Se queda aquí, y puede abrirlo como siempre:",
  refused_other:
    "{{count}} archivos son más grandes de lo que admite el servidor. Se quedan aquí, y puede abrirlos como siempre:",

  behindSince: "Con retraso desde {{when}}.",
  pausedSince: "En pausa desde {{when}}.",
  state: "Estado",
  setUpVerb: "Configurar",
  change: "Cambiar",
  again: "Volver a escribirlas",
  attachments: {
    title: "Archivos adjuntos",
    hint: "Dónde se guardan los archivos de sus notas. Los usa como antes, estén donde estén.",
    inOrder: "En orden.",
    waiting_one: "Un archivo espera aquí su envío.",
    waiting_other: "{{number}} archivos esperan aquí su envío.",

    setUp: "Dónde se guardan los archivos adjuntos",
    saved: "El lugar está guardado. Los archivos se están trasladando allí.",
    kept: "El lugar para los archivos adjuntos está guardado.",
  },
  mirror: {
    title: "Espejo",
    hint: "Sus notas como archivos Markdown, siempre sincronizados. Las notas de aquí siguen siendo el original: el historial, la búsqueda y el uso compartido nunca dependen del espejo.",
    off: "No se escribe nada en ninguna parte.",
    inOrder: "Sincronizado.",
    waiting_one: "Una nota espera a ser escrita.",
    waiting_other: "{{number}} notas esperan a ser escritas.",

    lastRound: "Última pasada {{when}}",
    noRound: "Aún falta la primera pasada",
    setUp: "Dónde se guarda el espejo",
    kept: "El espejo está guardado.",
    turnOff: "Desactivar",
    turnOffTitle: "¿Desactivar el espejo?",
    turnOffText:
      "Los archivos se quedan donde están; ya no se escribe ni se lee nada allí. Sus notas se quedan como están.",
    turnedOff: "El espejo está desactivado. Sus archivos se quedan donde están.",
  },
  mode: {
    label: "Dirección",
    two_way: "Ambas direcciones",
    one_way: "Solo hacia fuera",
    hint: {
      two_way:
        "Lo que cambie, añada o elimine allí llega también a sus notas. Donde han cambiado ambos lados, los textos se combinan; lo que no se puede combinar se conserva como nota propia.",
      one_way:
        "Los archivos siguen a sus notas. Lo que se cambie allí no vuelve, y el siguiente cambio de la nota lo sobrescribe.",
    },
  },
  pause: {
    title: {
      deletions: "Allí faltan muchos archivos",
      other_marker: "Otro servicio mantiene allí un espejo",
      empty: "El lugar está vacío",
      no_marker: "Esta no es la carpeta que era",
      credentials: "El servidor ya no deja entrar al espejo",
      other: "El espejo está en pausa",
    },
    text: {
      deletions_one: "El archivo de una nota ya no está allí. Aquí no se ha eliminado nada.",
      deletions_other: "Los archivos de {{number}} notas ya no están allí. Aquí no se ha eliminado nada.",

      other_marker:
        "La carpeta está marcada por otro servicio o por otra cuenta de aquí. Dos que escriben en una misma carpeta deshacen cada uno el trabajo del otro.",
      empty:
        "Faltan todos sus archivos. Puede que falte un disco o que sea otro bucket. Aquí no se ha eliminado nada.",
      no_marker:
        "Falta su archivo .notesvc, por el que el espejo reconoce su carpeta. Aquí no se ha eliminado nada.",
      other: "Espera a que usted decida. Aquí no se ha eliminado nada.",
    },
    next: {
      deletions:
        "Si continúa, estas notas se mueven a la papelera, donde permanecen 30 días. Si devuelve los archivos, el espejo continúa por sí solo.",
      other_marker:
        "Si continúa, este servicio se hace cargo de la carpeta. Desactive primero el otro espejo o elija otra carpeta.",
      empty:
        "Si continúa, las notas se mueven a la papelera, donde permanecen 30 días. Si devuelve los archivos, el espejo continúa por sí solo.",
      no_marker:
        "Si continúa, la carpeta se toma como está: lo que falta allí se escribe de nuevo, aquí no se elimina nada.",
      other: "Si continúa, hace lo que había dejado en pausa.",
    },
    names: "Qué notas",
    more_one: "y una más",
    more_other: "y {{number}} más",

    goOn: "Continuar",
    again: "Reintentar",
    turnOff: "Desactivarlo",
    accepted: "El espejo continúa.",
  },
  conflicts: {
    title: "Cambiadas en ambos lados",
    hint: "Las mismas líneas habían cambiado aquí y allí. Lo que había allí se conservó como nota propia.",
    copy: "Copia",
  },
  left: {
    title: "Sin tocar allí",
    hint: "Estos archivos se quedan como están y no son notas ni adjuntos hasta que cambien.",
    not_utf8: "No es UTF-8.",
    nul: "No es texto.",
    too_large: "Es más grande de lo que puede ser una nota.",
    front_matter: "Lo que hay entre --- al principio no se puede leer.",
    odd_front_matter: "Lo que hay entre --- al principio es demasiado grande o no es texto.",
    large_attachment: "Es más grande de lo que puede ser un adjunto.",
    large_there: "El lugar no admite archivos de su tamaño.",
    refused: "No puede ser una nota aquí: {{detail}}",
  },
  move: {
    title: "Traslado de los archivos",
    planned: "Empieza en un momento.",
    copying: "Los archivos se están copiando.",
    verifying: "Lo copiado se está comparando.",
    switching: "Se está cambiando de lugar.",
    done: "Todos los archivos se han trasladado.",
    paused: "El traslado está en pausa.",
    cancelled: "El traslado se canceló. Los archivos están donde estaban.",
    counted: "{{done}} de {{total}} archivos, {{doneSize}} de {{totalSize}}",
    meanwhile:
      "Puede seguir trabajando. Los archivos nuevos van al lugar anterior hasta que todos se hayan trasladado, y antes no se quita nada de allí.",
    keptUntil: "El lugar anterior se conserva hasta el {{date}}.",
    cancel: "Cancelar el traslado",
    goOn: "Reintentar",
    damaged_one: "Un archivo está dañado donde está ahora, así que no se puede trasladar:",
    damaged_other: "{{count}} archivos están dañados donde están ahora, así que no se pueden trasladar:",

    damagedNext:
      "Quítelos de sus notas o haga que se recuperen de una copia de seguridad y vuelva a intentarlo. Todos los demás archivos están a salvo.",
    refused_one: "Un archivo es más grande de lo que admite el lugar nuevo:",
    refused_other: "{{count}} archivos son más grandes de lo que admite el lugar nuevo:",

    refusedNext:
      "Haga que el servidor admita archivos más grandes o quítelos de sus notas, y vuelva a intentarlo.",
  },
  cause: {
    bad_credentials: "El servidor rechaza las credenciales. Vuelva a escribirlas o cree otras allí.",
    forbidden:
      "El servidor conoce las credenciales, pero no les permite esto. Pregunte a quien lo administra.",
    no_such_place: "No existe ese bucket o carpeta en el servidor. Créelo allí o escriba otro nombre.",
    not_allowed:
      "La dirección está en una red a la que este servicio no puede acceder. Su administrador puede permitirlo (NOTESVC_STORAGE_NETWORKS).",
    unreachable: "Nadie responde en la dirección. Compruebe la dirección y que el servidor esté en marcha.",
    bad_certificate: "El certificado de la dirección no es válido para ella. Compruebe la dirección.",
    timeout: "El servidor tardó demasiado en responder. Se vuelve a intentar automáticamente.",
    truncated: "La conexión se interrumpió. Se vuelve a intentar automáticamente.",
    garbled:
      "Lo recibido no es una respuesta de un servidor así. Compruebe que la dirección sea la correcta.",
    redirected: "La dirección lleva a otra, que no se sigue. Escriba aquella a la que lleva.",
    clock_skew: "Los relojes de este servicio y del servidor difieren demasiado. Haga que se ajusten.",
    full: "Allí no queda espacio. Libere algo o consiga más.",
    too_large: "Un archivo es más grande de lo que admite el servidor.",
    bad_name: "El servidor no admite el nombre de un archivo.",
    busy: "El servidor está ocupado. Se vuelve a intentar automáticamente.",
    damaged: "Lo almacenado allí no es lo que se puso allí.",
    bad_region: "El bucket está en otra región. Escriba esa región y la dirección que le corresponde.",
    other_marker: "Este lugar pertenece a otra persona o a otro servicio. Elija una carpeta propia.",
    no_marker: "Lo que se puso allí ya no está. Compruebe que sea el lugar correcto y vuelva a configurarlo.",
    damaged_source: "Hay archivos que ya no son como llegaron. Vuelva a subirlos o elimínelos.",
    other: "No ha funcionado. Vuelva a intentarlo.",
  },
  setUp: {
    placeStep: "Elija un lugar",
    addressStep: "Diga dónde está y quién es usted allí",
    testStep: "Compruebe si funciona",
    modeStep: "Elija la dirección",
    saveStep: "Guardar",
    hint: {
      local: "Junto a las notas, como desde el principio.",
      folder: "El administrador tiene allí una carpeta para usted.",
      s3: "Un bucket de Amazon o de cualquier servidor que hable S3: MinIO, Ceph, SeaweedFS, Cloudflare R2, Backblaze…",
      webdav: "Una carpeta de Nextcloud o de cualquier otro servidor WebDAV.",
    },
    kind: "Qué servidor",
    kinds: { aws: "Amazon", s3: "Otro servidor", nextcloud: "Nextcloud", webdav: "Otro servidor" },
    address: "Dirección",
    addressHint: {
      aws: "",
      s3: "Del servidor, sin el bucket.",
      nextcloud:
        "Su dirección WebDAV con una carpeta que ya exista. Nextcloud muestra la primera parte en Archivos › Ajustes.",
      webdav: "De una carpeta que ya exista.",
    },
    bucket: "Bucket",
    bucketHint: "Uno que ya exista. No se necesitan versiones ni acceso público.",
    region: "Región",
    regionHint: "Dónde está el bucket, por ejemplo eu-central-1.",
    regionIfAny: "Región, si el servidor la pide",
    prefix: "Carpeta en el bucket, si lo desea",
    userS3: "ID de clave de acceso",
    userWebdav: "Nombre de usuario",
    secretS3: "Clave de acceso secreta",
    secretNextcloud: "Contraseña de aplicación",
    secretWebdav: "Contraseña",
    secretHint: "Se guarda cifrado y no vuelve a mostrarse.",
    secretHintNextcloud:
      "Cree una en Nextcloud en Ajustes › Seguridad. Se guarda cifrada y no vuelve a mostrarse.",
    secretKept: "Hay un secreto guardado. Se mantiene si no escribe ninguno.",
    secretAgain: "Vuelva a escribirlo: el guardado es para el lugar anterior.",
    test: "Probar",
    testHint: "Escribe, lee y elimina allí unos archivos pequeños.",
    testing: "Probando",
    works: "Funciona.",
    fails: "Aún no funciona.",
    worksPartly: "Funciona. Lo que lleva un guion no se cumple allí.",
    stepOk: "bien",
    stepFailed: "falló",
    stepNot: "no se cumple allí",
    noTwoWay:
      "En ambas direcciones se perderían cambios allí: sus escrituras no notan lo que otros escriben al mismo tiempo. «Solo hacia fuera» es seguro.",
    useOneWay: "Usar «Solo hacia fuera»",
    moveText:
      "Los archivos se copian allí y se comparan, y solo después se usan desde allí. Mientras tanto puede seguir trabajando. El lugar anterior se conserva 30 días.",
    moveBackText:
      "Los archivos se vuelven a copiar en este servidor y se comparan, y solo después se usan desde aquí. Mientras tanto puede seguir trabajando. El lugar anterior se conserva 30 días.",
    same: "Ya se guardan aquí.",
  },
  step: {
    connect: "Llegar al servidor",
    write: "Escribir un archivo",
    read: "Volver a leerlo",
    list: "Enumerar los archivos",
    large: "Escribir uno más grande en una carpeta",
    create_once: "Crear un archivo solo donde no lo hay",
    create_race: "Lo mismo, varios a la vez",
    replace: "Reemplazar un archivo solo si está como se vio",
    replace_race: "Lo mismo, varios a la vez",
    cut_upload: "No queda nada de una subida interrumpida",
    tags: "Notar al instante que un archivo ha cambiado",
    range: "Leer una parte de un archivo",
    names_case: "Distinguir a de A en los nombres",
    names_spelling: "Conservar la grafía de los nombres",
    delete: "Volver a eliminarlo todo",
  },
  capability: {
    title: "Qué puede hacer cada lugar",
    lead: "Las notas, su historial, la búsqueda, la escritura en común y el uso compartido son cosa de la base de datos, elija el lugar que elija. Lo que varía depende del servidor; su prueba lo averigua.",
    of: "Qué",
    yes: "sí",
    no: "no",
    unknown: "varía",
    backend: { database: "Base de datos", folder: "Carpeta", s3: "S3", webdav: "WebDAV" },
    attachments: { name: "Guardar adjuntos", hint: "Los archivos de las notas se pueden guardar allí." },
    two_way: {
      name: "Espejo en ambas direcciones",
      hint: "Sus escrituras notan lo que otros escriben al mismo tiempo, de modo que no se pierde nada de lo suyo.",
    },
    whole_reads: { name: "Mostrar solo archivos completos", hint: "Un lector nunca ve medio archivo." },
    range: { name: "Partes de archivos", hint: "Se puede avanzar en una película sin descargarla entera." },
    direct_link: {
      name: "Enlaces directos",
      hint: "Los archivos pasan siempre por este servicio, que comprueba quién puede verlos.",
    },
    names_case: {
      name: "Distinguir a de A",
      hint: "Los nombres que solo difieren en mayúsculas son dos archivos.",
    },
    names_spelling: { name: "Conservar grafías", hint: "Los nombres vuelven tal como se escribieron." },
    largest_file: {
      name: "Archivo más grande",
      hint: "Donde el lugar indica qué tamaño puede tener un archivo.",
    },
    history: { name: "Historial", hint: "Versiones de las notas." },
    search: { name: "Búsqueda", hint: "Encontrar palabras en las notas." },
    rooms: { name: "Escribir en común", hint: "Varias personas en una nota a la vez." },
    sharing: { name: "Compartir", hint: "Colaboradores y enlaces públicos." },
  },
  banner: {
    attachments: {
      behind:
        "El lugar para los adjuntos no responde desde {{when}}. Los archivos esperan aquí; no se ha perdido nada.",
      paused: "Los adjuntos ya no se envían a su lugar desde {{when}}. Esperan aquí; no se ha perdido nada.",
    },
    mirror: {
      behind: "El espejo va con retraso desde {{when}}. Sus notas están a salvo aquí.",
      paused:
        "El espejo está en pausa desde {{when}} y espera a que usted decida. Sus notas están a salvo aquí.",
    },
    move: "El traslado de sus archivos está en pausa. Todos están donde estaban.",
    see: "Ver por qué",
    hide: "Ocultar",
  },
} satisfies Translated<typeof en, "es">;
