#!/bin/sh
# start-stdio.sh: the line protocol on standard input and output, problem after problem
exec "$(dirname "$0")/env/bin/planner" play --stdio --persistent
