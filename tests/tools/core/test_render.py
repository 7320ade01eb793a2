"""What a model reads of a result: nothing twice, and nothing that says nothing."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.results import Observation, Ok, Target
from handrail.tools.core.render import result_parts
from handrail.trust import External, Fenced


def outside(text: str) -> External:
    return External(text, "https://shop.example", "page-text")


def shown(result: Ok) -> str:
    return "\n".join(part.text if isinstance(part, Fenced) else str(part) for part in result_parts(result))


def test_fields_of_hits_that_are_empty_are_left_out_and_those_of_the_result_itself_are_not() -> None:
    hit = {"match": outside("€19"), "heading": outside(""), "frame": "", "visible": True, "attributes": {}, "ref": "e1"}
    text = shown(Ok({"value": outside(""), "matches": [hit, {**hit, "visible": False, "total": 0}]}))
    assert '"value": ""' in text
    assert text.count('"match": "€19"') == 2
    assert not any(name in text for name in ("heading", "frame", "attributes", '"visible": true'))
    assert ('"visible": false' in text, '"total": 0' in text) == (True, True)


def test_an_address_that_the_result_names_is_not_repeated_as_what_came_of_it() -> None:
    here, there = outside("https://shop.example/a"), outside("https://shop.example/b")
    assert shown(Ok({"url": here}, followed={"navigated_to": here})).count("shop.example/a") == 1
    assert "What came of it" in shown(Ok({"url": here}, followed={"navigated_to": there}))
    assert "What came of it" in shown(Ok({"ref": "e1"}, followed={"navigated_to": there}))


def test_a_field_that_holds_what_was_given_is_one_short_line_and_another_value_is_shown() -> None:
    filled = {"ref": "e3", "value": outside("Ada"), "mismatch": False, "suggestions": []}
    assert result_parts(Ok(filled)) == ['{"ref": "e3", "value": "as given"}']
    assert '"Ada"' in shown(Ok({**filled, "mismatch": True}))
    offered = [{"ref": "e9", "role": "option", "name": outside("Ada Quill")}]
    assert ('"Ada Quill"' in shown(Ok({**filled, "suggestions": offered})), '"Ada"' in shown(Ok(filled))) == (
        True,
        False,
    )


def test_a_request_that_failed_does_not_hide_those_that_were_accepted_beside_it() -> None:
    def sent(*statuses: int | None, **more: Any) -> str:
        requests = [
            {"method": "POST", "url": outside(f"https://shop.example/{at}"), "status": status}
            for at, status in enumerate(statuses)
        ]
        return shown(Ok({"ref": "e1"}, followed={"sent": requests, **more}))

    assert '"sent_and_accepted": ["POST https://shop.example/0 200"]' in sent(200, 403)
    assert '["POST https://shop.example/1 201", "POST https://shop.example/2 302", "' in sent(
        500, 201, 302, 200, 200, 204
    )
    assert '"and 2 more"]' in sent(500, 201, 302, 200, 200, 204)
    assert "sent" not in sent(200, 204)
    stopped = {"stopped_requests": [outside("DELETE https://shop.example/draft")]}
    assert '"sent_and_accepted": ["POST https://shop.example/0 200"]' in sent(200, **stopped)
    assert "sent_and_accepted" not in sent(403, None)
    for key in ("stopped_before", "tried_again"):
        assert '"sent_and_accepted": ["POST https://shop.example/0 200"]' in sent(200, **{key: ["PUT /draft"]})


@pytest.mark.parametrize(
    ("followed", "advice"),
    [
        ({"http_status": 500}, "look whether the act was done before you repeat it"),
        ({"http_status": 404}, "go by links or search"),
        ({"http_status": 422}, "read what the page says"),
        ({"http_status": 401, "http_sign_in": "Ask the user."}, "Ask the user."),
        ({"page_could_not_be_read": "The page does not answer."}, "`wait`, then `snapshot`"),
        ({"not_settled": True}, ""),
    ],
)
def test_what_went_wrong_behind_an_act_comes_with_what_to_do(followed: dict[str, object], advice: str) -> None:
    text = shown(Ok({"ref": "e1"}, followed=followed))
    assert "What came of it" in text
    assert text.endswith("}") if not advice else advice in text.splitlines()[-1]


def test_a_link_to_a_page_that_is_not_there_is_said_to_lead_nowhere() -> None:
    link = Target("link", outside("Waiting"), "link")
    text = shown(Ok({"ref": "e1"}, followed={"http_status": 404}, target=link))
    assert text.splitlines()[-1].startswith("The link leads nowhere")


def test_a_page_that_the_server_could_not_make_is_opened_again_unless_something_was_sent() -> None:
    link = Target("link", outside("Report"), "link")
    sent = {"sent": [{"method": "POST", "url": outside("/x"), "status": 500}]}
    failed = {"http_status": 500}
    assert "open it once more" in shown(Ok({"ref": "e1"}, followed=failed, target=link))
    assert "before you repeat it" in shown(Ok({"ref": "e1"}, followed=failed | sent, target=link))


def test_what_happened_before_a_call_that_only_reads_is_not_said_to_come_of_it() -> None:
    followed = {"stopped_requests": [outside("POST https://other.example/late")]}
    seen = Observation(None, (), None, by_itself=True)
    text = shown(Ok({}, followed=followed, observation=seen))
    assert "What happened meanwhile, not by this call:" in text
    assert "What came of it" not in text
    assert "What came of it" in shown(Ok({}, followed=followed, observation=Observation(None, (), None)))
