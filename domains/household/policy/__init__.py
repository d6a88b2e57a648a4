"""What the household team has to do, and how single actions are carried out."""
