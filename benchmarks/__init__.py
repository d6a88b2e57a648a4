"""lmfree-planner: suites, runner, metrics, baselines, reports, regression gate."""
