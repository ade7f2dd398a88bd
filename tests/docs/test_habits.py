"""Files for the forge: the workflow calls .ci/run, hooks use our own tools, templates are valid."""

import re

from tests.support.documentation import ROOT


def test_the_workflow_calls_what_ci_runs() -> None:
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")

    assert re.findall(r"^ +- run: (.+)$", workflow, re.MULTILINE) == [".ci/run"]


def test_the_hooks_run_tools_of_the_project_itself() -> None:
    settings = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    checks = (ROOT / "scripts/check").read_text("utf-8") + (ROOT / "web/package.json").read_text("utf-8")
    before_commit, _, with_message = settings.partition("- id: commit-message\n")
    tools = [re.findall(r"bin/([\w-]+)", entry)[-1] for entry in re.findall(r"entry: (.+)", before_commit)]

    assert re.findall(r"repo: (.+)", settings) == ["local"]
    assert set(re.findall(r"language: (.+)", settings)) == {"system"}
    assert len(tools) == 5
    assert [tool for tool in tools if tool not in checks] == []
    assert ".venv/bin/python scripts/check_commit_message.py" in with_message


def test_the_templates_say_what_they_are_for() -> None:
    templates = list((ROOT / ".github/ISSUE_TEMPLATE").glob("*.md"))

    assert len(templates) == 2
    for template in templates:
        assert re.match(r"---\nname: .+\nabout: .+\n", template.read_text("utf-8"))
