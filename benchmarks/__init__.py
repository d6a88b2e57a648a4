"""Suites, runner, metrics, baselines, reports, regression gate."""
