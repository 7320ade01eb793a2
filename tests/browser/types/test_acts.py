"""What the headers of a request say that it does."""

from __future__ import annotations

import pytest

from handrail.browser.types.acts import action_of


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("next-action", "40c1e8"),
        ("soapaction", '"urn:members#DeleteMember"'),
        ("x-october-request-handler", "onDeleteFiles"),
        ("x-apollo-operation-name", "DeleteMember"),
        ("x-rpc-method", "Invoice.pay"),
        ("x-action", "delete_account"),
    ],
)
def test_a_header_that_names_an_act_says_what_is_asked_for(header: str, value: str):
    assert action_of({"accept": "*/*", header: value}) == value.strip('"')


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("x-requested-with", "XMLHttpRequest"),
        ("x-csrf-token", "delete"),
        ("x-inertia", "true"),
        ("turbo-frame", "delete_form"),
        ("hx-request", "true"),
        ("hx-target", "orders"),
        ("hx-trigger", "delete-button"),
        ("hx-trigger-name", "pay"),
        ("x-livewire", "1"),
        ("x-client-version", "payments-2.1"),
        ("sentry-trace", "d4cda95b652f4a1592b449d5929fda1b-6e0c63257de34c92-1"),
        ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        ("x-timezone", "Europe/Berlin"),
        ("accept-language", "de"),
        ("x-http-method-override", "DELETE"),
        ("x-operation-id", "8f14e45f-ceea-467f"),
        ("x-client-action", "1795906110045"),
        ("x-operation", "9a7c1b3d5e8f2046"),
    ],
)
def test_other_headers_and_the_ids_in_them_say_none(header: str, value: str):
    assert action_of({header: value}) == ""
