"""What a WSGI server of one's own choice loads: `gunicorn app:app`. `notesvc serve` needs no such file."""

from notesvc import config
from notesvc.factory import create_app

app = create_app(config.load())
