"""JSON objects from programs: an argument, or a line of standard input."""

from __future__ import annotations

import json
from typing import Any

from handrail.errors import UsageError
from handrail.trust import well_formed_data


def json_object(text: str | bytes, *, example: Any) -> dict[str, Any]:
    """Parse a JSON object; raise `UsageError` where the text is none, with an example that would do."""
    from handrail.tools.core.invalid_calls import is_too_deep

    hint = f"Example: {json.dumps(example, ensure_ascii=False)}"
    try:
        value = json.loads(text)
        if is_too_deep(value):
            raise RecursionError
    except json.JSONDecodeError as error:
        raise UsageError(f"Not valid JSON: {error.msg} at character {error.pos + 1}.", hint=hint) from None
    except UnicodeDecodeError:
        raise UsageError("Not valid JSON: it is not UTF-8 text.", hint=hint) from None
    except ValueError:
        raise UsageError("Not valid JSON: a number has too many digits.", hint=hint) from None
    except RecursionError:
        raise UsageError("The JSON is nested too deeply.", hint=hint) from None
    if not isinstance(value, dict):
        raise UsageError("The parameters must be a JSON object.", hint=hint)
    return well_formed_data(value)
