# shellcheck shell=bash
# Sourced by the launcher and the scripts: makes sure that .venv exists and is up to date.

# The first Python that is new enough. Each candidate is run: a shim on PATH may stand for nothing.
find_python() {
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3 python3.14 python; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    echo "kapivara needs Python 3.11 or newer, and found none on PATH (looked for python3.13, python3.12, python3.11, python3)." >&2
    return 1
}

# ensure_environment ROOT [GROUP]: .venv holds the package, and GROUP of its dependency groups.
# Up to date means: the stamp equals pyproject.toml, and the checkout has not moved. Neither check starts a process.
ensure_environment() {
    local root=$1 group=${2:-} wanted='' stamped='' python
    local stamp=$root/.venv/stamp${group:+-$group}
    if [[ -f $stamp && -x $root/.venv/bin/python && $root/.venv/checkout -ef $root ]]; then
        IFS= read -r -d '' wanted <"$root/pyproject.toml" || true
        IFS= read -r -d '' stamped <"$stamp" || true
        [[ $wanted == "$stamped" ]] && return
    fi
    python=$(find_python) || exit 2
    "$python" -I "$root/scripts/environment.py" ${group:+"$group"} || exit 2
}
