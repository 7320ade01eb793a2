#!/bin/sh
# Make a virtual environment with Handrail in it: bootstrap.sh FOLDER [EXTRA]. Ends with a clear message if it cannot.
set -eu

folder=$1
extra=${2:+[$2]}
python=${PYTHON:-python3}

fail() {
    echo "handrail: $1" >&2
    exit 1
}

command -v "$python" >/dev/null || fail "there is no $python here. Install Python 3.11 to 3.14 first."
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' ||
    fail "Python 3.11 to 3.14 is needed; $python is $("$python" -V 2>&1). Name another one: make PYTHON=python3.12 ..."

if ! "$python" -m venv "$folder" 2>/dev/null; then
    # Debian and Ubuntu ship venv as a package of its own.
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "installing python3-venv"
        apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv >/dev/null ||
            fail "python3-venv could not be installed."
    fi
    "$python" -m venv "$folder" || fail "$python cannot make a virtual environment. Install its venv module first."
fi

echo "installing Handrail and what it needs"
# uv takes a fifth of pip's time. It does not read pip's settings (an index of your own, certificates), so pip has the
# last word.
"$folder/bin/pip" install --quiet --disable-pip-version-check uv 2>/dev/null &&
    "$folder/bin/uv" pip install --quiet --python "$folder/bin/python" -c requirements-dev.lock -e ".$extra" 2>/dev/null ||
    "$folder/bin/pip" install --quiet --disable-pip-version-check -c requirements-dev.lock -e ".$extra" ||
    fail "the packages could not be installed. Is a Python package index reachable?"
