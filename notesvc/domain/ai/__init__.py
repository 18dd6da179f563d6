"""Language models: what is set up, who pays, what was asked."""
