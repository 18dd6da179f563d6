"""What mails say in Spanish."""

from notesvc.domain.mail.words.said import Said, Words

_MINUTES = "El enlace es válido durante {minutes} minutos y para una sola vez."
_NOT_YOU = "Si no ha sido usted, no tiene que hacer nada."
_WAS_NOT_YOU = "Si no ha sido usted, elija en los ajustes una contraseña nueva y cierre allí las demás sesiones."
_REVOKE = "El acceso figura entre sus claves, donde puede revocarlo."
_IGNORE = "Si no sabe quién es, no tiene que hacer nada."
_COME = (
    "Inicie sesión con esta dirección, o cree una cuenta con ella, y encontrará la nota entre las que se comparten con "
    "usted."
)
_AGAIN = (
    "Se volverá a intentar sin que haga nada; se le avisará una vez al día hasta que funcione. En el servidor, "
    "`notesvc check` dice más."
)

WORDS = Words(
    greeting="Hola:",
    moment="{day}, {time} UTC",
    unknown_browser="(no dijo cuál es)",
    news_kinds={
        "mention": "{who} le ha mencionado en una nota",
        "watched": "{who} ha cambiado una nota que usted sigue",
        "collaboration_request": "{who} comparte una nota con usted, o le pide que la comparta",
        "collaboration_accepted": "{who} está ahora con usted en una nota",
        "share_viewed": "Alguien ha abierto uno de sus enlaces públicos",
        "share_expiring": "Uno de sus enlaces públicos termina pronto",
        "import_finished": "Una importación ha terminado",
        "token_expiring": "Una clave de sincronización caduca pronto",
    },
    alone="{news}.",
    about="{news}: «{note}».",
    confirm_sign_up=Said(
        "Confirme su dirección",
        (
            "Confirme su dirección y su cuenta estará lista. Se le pedirá la contraseña que eligió.",
            "El enlace es válido durante {hours} horas.",
        ),
        _NOT_YOU,
    ),
    account_exists=Said(
        "Ya tiene una cuenta",
        ("Alguien, quizá usted, ha pedido una cuenta con esta dirección. Ya existe una: inicie sesión con ella.",),
        _NOT_YOU,
    ),
    confirm_address=Said("Confirme su dirección", ("Confirme que esta dirección es suya.", _MINUTES), _NOT_YOU),
    new_password=Said(
        "Elija una contraseña nueva", ("Alguien, quizá usted, ha pedido una contraseña nueva.", _MINUTES), _NOT_YOU
    ),
    address_taken=Said(
        "Esta dirección ya tiene una cuenta",
        (
            "Alguien ha pedido usar esta dirección para otra cuenta. Ya pertenece a una, así que no se ha cambiado "
            "nada.",
        ),
    ),
    confirm_new_address=Said(
        "Confirme su nueva dirección",
        ("Confirme que {handle} usará esta dirección a partir de ahora.", _MINUTES),
        _NOT_YOU,
    ),
    address_will_change=Said(
        "Su dirección de correo va a cambiar",
        ("Alguien con la sesión iniciada ha pedido usar otra dirección de correo para su cuenta.",),
        _WAS_NOT_YOU,
    ),
    address_changed=Said(
        "Su dirección de correo ha cambiado",
        ("Su cuenta usa a partir de ahora la dirección {new} y ya no esta.",),
        _WAS_NOT_YOU,
    ),
    password_changed=Said(
        "Su contraseña ha cambiado",
        ("La contraseña de su cuenta ha cambiado y todas las demás sesiones se han cerrado.",),
        _WAS_NOT_YOU,
    ),
    new_sign_in=Said(
        "Un nuevo inicio de sesión",
        ("Alguien ha iniciado sesión en su cuenta el {at}, desde {address}, con un navegador nuevo:", "{agent}"),
        _WAS_NOT_YOU,
    ),
    device_may_read=Said(
        "Se ha autorizado un dispositivo", (f"Usted ha permitido a «{{name}}» leer sus notas. {_REVOKE}",), _WAS_NOT_YOU
    ),
    device_may_write=Said(
        "Se ha autorizado un dispositivo",
        (f"Usted ha permitido a «{{name}}» leer y escribir sus notas. {_REVOKE}",),
        _WAS_NOT_YOU,
    ),
    identity_added=Said(
        "Se ha añadido una forma de iniciar sesión",
        ("Ahora se puede entrar en su cuenta por medio de otro proveedor.",),
        _WAS_NOT_YOU,
    ),
    identity_removed=Said(
        "Se ha quitado una forma de iniciar sesión",
        ("Ya no se puede entrar en su cuenta por medio de uno de los proveedores.",),
        _WAS_NOT_YOU,
    ),
    passkey_added=Said(
        "Se ha añadido una llave de acceso",
        (
            "Ahora se puede entrar en su cuenta con una nueva llave de acceso. Los ajustes las muestran todas; quite "
            "allí la que no conozca.",
        ),
        _WAS_NOT_YOU,
    ),
    passkey_removed=Said(
        "Se ha quitado una llave de acceso", ("Una de las llaves de acceso de su cuenta ya no la abre.",), _WAS_NOT_YOU
    ),
    second_factor_on=Said(
        "Ahora se piden códigos",
        ("A partir de ahora, iniciar sesión en su cuenta requiere un código de su aplicación de autenticación.",),
        _WAS_NOT_YOU,
    ),
    second_factor_off=Said(
        "Ya no se piden códigos", ("Para iniciar sesión en su cuenta ya no se pide ningún código.",), _WAS_NOT_YOU
    ),
    storage_paused=Said(
        "Su almacenamiento rechaza al servicio",
        (
            "El lugar que eligió para sus archivos ya no deja entrar al servicio, o ya no es el que era. No se ha "
            "perdido nada: lo nuevo espera en el servicio hasta que vuelva a configurar el lugar en "
            "«Almacenamiento».",
        ),
    ),
    account_made=Said(
        "Su cuenta está lista",
        (
            "La administración de {service} ha creado una cuenta para usted: {handle}. Elija una contraseña para ella.",
            f"{_MINUTES} Más adelante puede pedir otro en {{reset_page}}.",
        ),
    ),
    deletion_asked=Said(
        "Su cuenta se eliminará",
        (
            "Su cuenta {handle} se eliminará el {at}, con todo lo que contiene.",
            "Hasta entonces, basta con iniciar sesión para recuperarla.",
        ),
        "Si no ha sido usted, inicie sesión y elija enseguida una contraseña nueva.",
    ),
    deletion_undone=Said(
        "Su cuenta se conserva",
        ("Alguien ha iniciado sesión en su cuenta: no se eliminará, y todo lo que contiene sigue como estaba.",),
        _WAS_NOT_YOU,
    ),
    invitation_to_read=Said(
        "Se ha compartido una nota con usted", ("{owner} ({handle}) le deja leer una nota: «{note}».", _COME), _IGNORE
    ),
    invitation_to_change=Said(
        "Se ha compartido una nota con usted", ("{owner} ({handle}) le deja editar una nota: «{note}».", _COME), _IGNORE
    ),
    news=Said("Novedades de sus notas", ("{news}",), "En los ajustes decide cuáles de ellas le llegan por correo."),
    backup_failed=Said(
        "Fallan las copias de seguridad de notesvc",
        ("No se ha podido hacer ninguna copia de seguridad en {service}. El mensaje: {detail}", _AGAIN),
    ),
    drill_failed=Said(
        "Fallan las copias de seguridad de notesvc",
        (
            "La copia de seguridad más reciente no se ha podido restaurar como prueba en {service}. El mensaje: "
            "{detail}",
            _AGAIN,
        ),
    ),
    test=Said(
        "notesvc puede enviar correo",
        ("Este es el mensaje de prueba que pidió en {service}.",),
        "No tiene que hacer nada.",
    ),
)
