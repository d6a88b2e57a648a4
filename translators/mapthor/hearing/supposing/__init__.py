"""Conditions in any words, as statements, questions and short forms, said as the grammar reads."""
