"""A browser that fetches nothing before it is needed."""

# What might be needed later is not fetched, so that a page is at rest as soon as it is shown.
SPARING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
