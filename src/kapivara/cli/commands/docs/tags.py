"""`kapivara docs tags`: prints the reference of validation tags, from the objects that generator and linter use."""

from __future__ import annotations

from kapivara.cli.framework.command import Argument, Example, command
from kapivara.cli.framework.errors import UsageError
from kapivara.cli.framework.terminal import write_out
from kapivara.cli.options.server import output_option
from kapivara.cli.reports.json_document import document_text
from kapivara.generator.tags.documentation import UnknownTagError, find_handlers, render_markdown, to_json


@command(
    Argument("names", "[NAME]...", takes_all=True, required=False),
    output_option("markdown", "json"),
    examples=(Example("The description of one tag:", "kapivara docs tags maxLength"),),
)
def tags(names: tuple[str, ...], output: str) -> int:
    """Print the reference of validation tags.

    A NAME is that of a tag, such as maxLength or k8s:maxLength; without one, all tags are listed. The reference
    describes each tag's effect, scopes, arguments, payloads, stability and examples, and whether v1.37 has it.
    """
    try:
        handlers = find_handlers(names)
    except UnknownTagError as error:
        near = f" (did you mean {' or '.join(error.near)}?)" if error.near else ""
        raise UsageError(f"there is no tag {error.name!r}{near}") from None
    if output == "json":
        write_out(document_text({"tags": [to_json(each) for each in handlers]}))
    else:
        write_out(render_markdown(handlers))
    return 0
