"""Search and rescue on a grid."""
