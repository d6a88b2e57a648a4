"""Two independent judges of a plan that must agree; explains the first step that fails."""
