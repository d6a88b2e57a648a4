"""English that readers share: spelling, and which words are English at all."""
