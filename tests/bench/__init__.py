"""How fast the service is, beside a bare Flask view that does the same disk work by hand: `make bench`."""
