#!/bin/sh
# start.sh [HOST:PORT]: play on the platform (its own port 7932 here, if none is named)
exec "$(dirname "$0")/env/bin/planner" play --connect "${1:-127.0.0.1:7932}" --team "${TEAM:-team}"
