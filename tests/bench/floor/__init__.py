"""The floor: what a bare Flask view costs that does the service's disk work by hand and nothing else.

No sign-in, no validation, no limits, no log. The same addresses, the same tables, the same web processes.
"""
