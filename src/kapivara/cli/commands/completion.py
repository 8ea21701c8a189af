"""`kapivara completion`: prints a script that makes a shell ask kapivara for completions.

Each script runs kapivara with the shell's name in _KAPIVARA_COMPLETE and the line up to the cursor in COMP_LINE;
`framework/completion.py` answers from the declarations of the commands, so the scripts never go out of date.
"""

from __future__ import annotations

from typing import Final

from kapivara.cli.framework.command import Argument, Example, command
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.framework.terminal import write_out

SCRIPTS: Final = {
    "bash": r"""
_kapivara_completion() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            file,*) compopt -o default ;;
            plain,*) COMPREPLY+=("${line#plain,}") ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" _KAPIVARA_COMPLETE=bash "$1")
}
complete -o nosort -F _kapivara_completion kapivara
""",
    "zsh": r"""
#compdef kapivara
_kapivara_completion() {
    local kind text meaning
    local -a explained plain
    while read -r kind && read -r text && read -r meaning; do
        case $kind in
            file) compset -P '-*=' || compset -P '[a-z]#='; _files ;;
            plain) [[ $meaning == _ ]] && plain+=("$text") || explained+=("$text:$meaning") ;;
        esac
    done < <(COMP_LINE="${(j: :)words[1,CURRENT]}" _KAPIVARA_COMPLETE=zsh "${(Q)words[1]}")
    (( ${#explained} )) && _describe -V kapivara explained
    (( ${#plain} )) && compadd -V kapivara -a plain
}
compdef _kapivara_completion kapivara
""",
    "fish": r"""
function _kapivara_completion
    set -l word (commandline -ct)
    set -l head (string match -r '^.*=' -- $word)
    for line in (env COMP_LINE=(commandline -cp | string collect) _KAPIVARA_COMPLETE=fish kapivara)
        set -l parts (string split -m 1 , -- $line)
        switch $parts[1]
            case file
                for path in (__fish_complete_path (string replace -r '^.*=' '' -- $word))
                    echo "$head$path"
                end
            case plain
                echo $parts[2]
        end
    end
end
complete --no-files --command kapivara --arguments "(_kapivara_completion)"
""",
}


def _read_shell(text: str) -> str:
    if text not in SCRIPTS:
        raise BadValueError(f"{text!r} is not one of {', '.join(map(repr, SCRIPTS))}.")
    return text


@command(
    Argument("shell", "bash|zsh|fish", read=_read_shell, suggest=lambda: SCRIPTS),
    examples=(
        Example("In bash, for this shell; in ~/.bashrc, for all of them:", 'eval "$(kapivara completion bash)"'),
        Example("In zsh, after compinit in ~/.zshrc:", 'eval "$(kapivara completion zsh)"'),
        Example("In fish:", "kapivara completion fish > ~/.config/fish/completions/kapivara.fish"),
    ),
)
def completion(shell: str) -> int:
    """Print a script that completes commands, options, their values, kinds and files in a shell.

    The script asks kapivara for completions, so it need not be renewed after an upgrade of kapivara.
    """
    write_out(SCRIPTS[shell].lstrip("\n"))
    return 0
