"""Who may speak to the studio, and what its answers allow."""

from __future__ import annotations

import pytest

from studio_client import HOST, TOKEN, Client


def test_without_the_token_nothing_is_answered(client: Client) -> None:
    for path in ("/", "/static/page.css", "/s/none/data"):
        assert client.get(path, cookie=None).status == 403


def test_a_wrong_token_is_refused_in_both_languages(client: Client) -> None:
    answer = client.get("/?token=wrong", cookie=None)
    assert answer.status == 403
    assert "token" in answer.text
    assert "トークン" in answer.text
    assert "set-cookie" not in answer.headers


def test_the_token_becomes_a_cookie_and_leaves_the_address(client: Client) -> None:
    answer = client.get(f"/?token={TOKEN}", cookie=None)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1:9", ""])
def test_another_name_for_this_machine_is_refused(client: Client, host: str) -> None:
    assert client.get("/", host=host).status == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", f"https://{HOST}", "http://127.0.0.1:9"])
def test_a_change_that_another_page_asks_for_is_refused(client: Client, origin: str | None) -> None:
    assert client.post("/example", origin=origin).status == 403
    assert not client.studio.sessions


def test_nothing_is_loaded_from_elsewhere(client: Client) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy
    assert "http" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in answer.headers


def test_only_what_is_listed_is_served(client: Client) -> None:
    for name in ("../app.py", "..%2fapp.py", "app.py", "studio.py"):
        assert client.get(f"/static/{name}").status == 404


def test_a_page_that_is_not_there_says_so(client: Client) -> None:
    answer = client.get("/s/nobody/columns")
    assert answer.status == 404
    assert "no such page" in answer.text


def test_the_language_is_the_browsers_and_can_be_changed(client: Client) -> None:
    assert 'lang="ja"' in client.get("/", accept_language="ja-JP,en;q=0.5").text
    assert 'lang="en"' in client.get("/", accept_language="de,en;q=0.5").text
    answer = client.post("/language", {"language": "ja", "back": "//evil.example"})
    assert answer.headers["location"] == "/"
    assert "tokumei-language=ja" in answer.headers["set-cookie"]
