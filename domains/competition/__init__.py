"""The home-service-robot competition: world, referee, PDDL domain."""
