#!/bin/sh
# install.sh [PYTHON]: into ./env beside this script, from the wheels here, without network
set -e
cd "$(dirname "$0")"
python="${1:-python3.11}"
pip=$(ls wheels/pip-*.whl)
"$python" -m venv --without-pip env
env/bin/python "$pip/pip" --isolated --quiet install --no-index --find-links wheels \
    lmfree-planner ortools
env/bin/planner play problem.xml
