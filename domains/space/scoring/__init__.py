"""Scores of the evaluation's three subtasks, computed from its published rules."""

from domains.space.scoring.anomaly import score_anomalies
from domains.space.scoring.judge import score_judgements
from domains.space.scoring.means import Figures
from domains.space.scoring.ranking import rank_systems
from domains.space.scoring.roles import score_roles

__all__ = ["Figures", "rank_systems", "score_anomalies", "score_judgements", "score_roles"]
