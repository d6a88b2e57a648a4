"""The platform: referee, official protocol, line protocol, and who plays."""
