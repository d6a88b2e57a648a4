"""MAP-THOR's wrapper of the ai2thor client: actions in, observations out."""
