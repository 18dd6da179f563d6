"""What public pages say in Spanish."""

from notesvc.domain.shares.words.said import Message, Words

WORDS = Words(
    skip="Ir al texto",
    search="Buscar",
    search_pages="Buscar en estas páginas",
    found_nothing="Ninguna página contiene todas estas palabras.",
    pages="Páginas",
    all_pages="Todas las páginas",
    no_pages="Aún no hay páginas aquí.",
    contents="Contenido",
    previous="Anterior",
    next="Siguiente",
    previous_and_next="Página anterior y siguiente",
    password="Contraseña",
    has_password="Esta página tiene contraseña",
    who_knows="La sabe quien le envió el enlace.",
    open="Abrir",
    wrong_password="Esa no es la contraseña. Inténtelo de nuevo.",
    open_page="Abrir la página",
    open_this_page="¿Abrir esta página?",
    views={
        "left_one": "Esta página se puede abrir una vez más.",
        "left_other": "Esta página se puede abrir {{count}} veces más.",
    },
    not_counted="No se cuenta nada hasta que pulse el botón.",
    nothing_here=Message("Aquí no hay nada", "El enlace no es correcto o la página ya no se comparte."),
    too_many=Message("Demasiados intentos", "Espere un rato e inténtelo de nuevo."),
    not_now=Message("Ahora no es posible", "Algo falla en el servidor. Inténtelo de nuevo dentro de unos minutos."),
)
