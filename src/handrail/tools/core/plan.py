"""The plan of a run: made from the user's words before a page is read, revised in view of what was read."""

from __future__ import annotations

from dataclasses import dataclass, replace

MOST_REVISIONS = 3
"""Times that a plan may be revised (vocabulary.md, Remember and steer)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, and by which criteria it is complete.

    Args:
        criteria: when the task is done, each a sentence that can be checked. They come from the user's words alone and
            stay when the steps are revised.
        url: where to begin, when the user named no page.
        changes: what will be changed on pages, each as an order.
        acts: the kinds of acts that it takes (``submit``, ``pay``, ...), as policy names them.
        revision: how often the steps were revised. From the first revision on they are words of a model that has read
            pages, and are shown to it as External.
    """

    criteria: tuple[str, ...]
    steps: tuple[str, ...]
    url: str | None = None
    revision: int = 0
    acts: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The plan as people and models read it."""
        lines = ["Done when:", *(f"- {one}" for one in self.criteria), "Steps:"]
        lines += [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        lines += ["Changes:", *(f"- {one}" for one in self.changes)] if self.changes else []
        return "\n".join(lines)


@dataclass(slots=True)
class PlanBook:
    """The plan that holds now; None where the run has none."""

    current: Plan | None = None

    def revise(self, steps: tuple[str, ...]) -> Plan:
        """Replace the steps and return the revised plan; the criteria stay."""
        assert self.current is not None, "there is no plan to revise"
        self.current = replace(self.current, steps=steps, revision=self.current.revision + 1)
        return self.current
