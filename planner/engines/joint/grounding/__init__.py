"""From PDDL to ground operators and from these to the model behind the encoding."""
