"""What the shell offers when the user presses Tab: commands, options, choices, else files.

The shell is told by a script, which `_KAPIVARA_COMPLETE=bash_source kapivara` prints (or zsh, fish). The script calls
the program with `_KAPIVARA_COMPLETE=bash_complete`, the words so far in COMP_WORDS, and in COMP_CWORD which of them is
being written (fish: that word itself). Each answer has a type, `plain` or `file`, a text and an explanation.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress

from kapivara.cli.command import Command, Group, Option
from kapivara.cli.parsing import HelpAskedError, choose_command
from kapivara.cli.usage_error import UsageError
from kapivara.values.record import record


@record
class Offer:
    """Something that the word may become; of type `file`, the shell itself knows what there is."""

    text: str
    explanation: str = ""
    type: str = "plain"


FILES = Offer("", type="file")

_SCRIPTS = {
    "bash": r"""
_kapivara_completion() {
    local line kind text
    COMPREPLY=()
    while IFS= read -r line; do
        kind=${line%%,*} text=${line#*,}
        case $kind in
            file) compopt -o default ;;
            plain) COMPREPLY+=("$text") ;;
        esac
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _KAPIVARA_COMPLETE=bash_complete "$1")
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
            file) _files ;;
            plain) [[ $meaning == _ ]] && plain+=("$text") || explained+=("$text:$meaning") ;;
        esac
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT - 1)) _KAPIVARA_COMPLETE=zsh_complete kapivara)
    (( ${#explained} )) && _describe -V kapivara explained
    (( ${#plain} )) && compadd -V kapivara -a plain
}
compdef _kapivara_completion kapivara
""",
    "fish": r"""
function _kapivara_completion
    set -l words (commandline -cp)
    set -l word (commandline -t)
    for line in (env COMP_WORDS="$words" COMP_CWORD="$word" _KAPIVARA_COMPLETE=fish_complete kapivara)
        set -l parts (string split -m 1 , -- $line)
        switch $parts[1]
            case file
                __fish_complete_path $word
            case plain
                echo $parts[2]
        end
    end
end
complete --no-files --command kapivara --arguments "(_kapivara_completion)"
""",
}


def complete(root: Group, asked: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Answers a shell; None where it asks for something else."""
    shell, _, what = asked.partition("_")
    if shell not in _SCRIPTS or what not in ("source", "complete"):
        return None
    if what == "source":
        return _SCRIPTS[shell].lstrip("\n")
    words = _split(environment.get("COMP_WORDS", ""))[1:]
    place = environment.get("COMP_CWORD", "")
    if shell == "fish":
        word = "".join(_split(place)[:1])
        before = words[:-1] if word and words[-1:] == [word] else words
    else:
        at = int(place) - 1 if place.isdecimal() else len(words)
        before, word = words[:at], "".join(words[at : at + 1])
    return "".join(f"{_line(shell, offer)}\n" for offer in offers(root, before, word))


def _split(text: str) -> list[str]:
    """Splits words as the shell does; where a quote is still open, at spaces."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _line(shell: str, offer: Offer) -> str:
    """Renders an offer as the script of a shell takes it."""
    if shell == "zsh":
        text = offer.text.replace(":", "\\:") if offer.explanation else offer.text
        return f"{offer.type}\n{text}\n{offer.explanation or '_'}"
    explained = f"\t{offer.explanation}" if shell == "fish" and offer.explanation else ""
    return f"{offer.type},{offer.text}{explained}"


def offers(root: Group, before: Sequence[str], word: str) -> list[Offer]:
    """Lists what the word may become that stands behind others."""
    command, words = _called(root, before)
    option = _unfinished(command, words)
    if option is None and word.startswith("--") and "=" in word:
        flag, _, word = word.partition("=")
        option = next((each for each in command.options if flag in each.names), None)
    if option is not None:
        found = [Offer(choice) for choice in option.choices] or [FILES]
    elif word.startswith("-"):
        found = [Offer(name, each.help) for each in command.options for name in each.names]
    elif isinstance(command, Group):
        found = [Offer(name, entry.short_help) for name, entry in command.commands.items()]
    else:
        found = [FILES] if command.arguments else []
    return [offer for offer in found if offer is FILES or offer.text.startswith(word)]


def _called(root: Group, words: Sequence[str]) -> tuple[Command | Group, Sequence[str]]:
    """Finds the command that the words call so far, and those that are left for it."""
    command: Command | Group = root
    with suppress(UsageError, HelpAskedError):
        while isinstance(command, Group):
            name, words = choose_command(command, words)
            command = command.load(name)
    return command, words


def _unfinished(command: Command | Group, words: Sequence[str]) -> Option | None:
    """Finds the option at the end of the words that still lacks its value."""
    if not words or "--" in words:
        return None
    return next((each for each in command.options if words[-1] in each.names and not each.is_switch), None)
