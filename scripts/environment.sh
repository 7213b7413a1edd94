# Sourced by the other scripts: finds Python and makes the project's environments.
# An environment is made again only when pyproject.toml or the way it is made has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
        [ -n "$candidate" ] && command -v "$candidate" >/dev/null || continue
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        echo "$candidate"
        return
    done
    echo "nonliteral needs Python 3.11 or later. Set PYTHON to one." >&2
    return 2
}

# make_environment DIR EXTRAS: a virtual environment with the package, editable, and the given extras.
make_environment() {
    local directory=$1 extras=$2 stamp
    stamp="$(cat pyproject.toml scripts/environment.sh | cksum) $extras"
    if [ "$(cat "$directory/.made-from" 2>/dev/null)" != "$stamp" ]; then
        echo "making $directory ($extras) ..." >&2
        [ -x "$directory/bin/python" ] || "$(find_python)" -m venv "$directory"
        "$directory/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".[$extras]"
        echo "$stamp" >"$directory/.made-from"
    fi
}
