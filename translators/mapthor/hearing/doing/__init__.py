"""Who is said to do what: robots that are named, and activities as scripts write them down."""
