"""A whole design, checked before its launch: every contradiction is a sentence. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from baseline.designs.asking import question_problems, report_problems, text_problems, training_problems
from baseline.designs.characters import character_problems
from baseline.designs.material import material_problems
from baseline.designs.problem import DesignFacts, Problem
from baseline.designs.working import clock_problems, condition_problems, people_problems
from db.study_design import StudyDesign


def problems_of(design: StudyDesign, facts: DesignFacts) -> tuple[Problem, ...]:
    """Errors first, then warnings, each in the order in which a design is read. None: it can be launched."""
    found = (
        *material_problems(design, facts),
        *condition_problems(design),
        *people_problems(design, facts),
        *clock_problems(design),
        *text_problems(design),
        *training_problems(design),
        *question_problems(design),
        *report_problems(design),
        *character_problems(design),
    )
    return (*errors_in(found), *warnings_in(found))


def errors_in(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that keep the study from being launched."""
    return tuple(problem for problem in problems if problem.level == "error")


def warnings_in(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those that do not."""
    return tuple(problem for problem in problems if problem.level == "warning")
