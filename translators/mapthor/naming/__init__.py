"""How noun phrases refer: words that point back, and what the members of a list share."""
