"""Scores of the evaluation's three subtasks, computed from its published rules."""

from translators.space.scoring.anomaly import score_anomalies
from translators.space.scoring.judge import score_judgements
from translators.space.scoring.means import Figures
from translators.space.scoring.ranking import rank_systems
from translators.space.scoring.roles import score_roles

__all__ = ["Figures", "rank_systems", "score_anomalies", "score_judgements", "score_roles"]
