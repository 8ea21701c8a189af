# shellcheck shell=bash
# Sourced by the launcher and the scripts: makes sure that .venv exists and is up to date.

# find_python ROOT: prints the best Python of this machine (scripts/pythons.py says which), asked of the first that runs.
find_python() {
    local candidate
    while IFS= read -r candidate; do
        if "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' </dev/null 2>/dev/null; then
            "$candidate" -I "$1/scripts/pythons.py" --best </dev/null && return
        fi
    done < <(
        type -aP python3 python3.13 python3.12 python3.11 python3.14 python
        printf '%s\n' "${PYENV_ROOT:-${HOME:-}/.pyenv}"/versions/*/bin/python
    )
    echo "kapivara needs Python 3.11 or newer, and found none on PATH (python3, python3.11 to 3.14, python) or with pyenv." >&2
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
    python=$(find_python "$root") || exit 2
    "$python" -I "$root/scripts/environment.py" ${group:+"$group"} || exit 2
}

# install_debian_packages: installs the programs that tests need, where apt-get can. Elsewhere these tests skip and say why.
install_debian_packages() {
    local package program missing=()
    while read -r program package; do
        type -P "$program" >/dev/null || missing+=("$package")
    done <<'PROGRAMS'
fish fish
zsh zsh
PROGRAMS
    ((${#missing[@]})) && type -P apt-get >/dev/null || return 0
    if ((EUID)); then
        echo "kapivara: some tests skip without these packages: sudo apt-get install ${missing[*]}" >&2
        return 0
    fi
    echo "kapivara: installing the Debian packages that tests need: ${missing[*]}" >&2
    DEBIAN_FRONTEND=noninteractive apt-get -qq update >/dev/null &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${missing[@]}" >/dev/null ||
        echo "kapivara: apt-get could not install them; tests that need them skip" >&2
}
