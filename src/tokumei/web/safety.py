"""Who may speak to the studio: this machine, this address, this start's token; and what its pages may load.

| check | keeps out |
|---|---|
| Host is ours | other names that were made to point to this machine (DNS rebinding) |
| a cookie that only the token gives | other programs and people on this machine |
| Origin is ours, for everything that changes something | other pages in the same browser |
| a strict content policy | any request to elsewhere, and any script that is not ours |
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Safety"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD")
REFUSED = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>tokumei studio</title>"
    "<main><h1>tokumei studio</h1><p>{english}</p><p lang=ja>{japanese}</p></main>"
)
WRONG_TOKEN = (
    "This address needs the token that the terminal shows. Open the address on the first line that `tokumei studio` "
    "printed.",
    "このページを開くにはトークンが必要です。`tokumei studio` が端末の 1 行目に表示したアドレスを開いてください。",
)
WRONG_PLACE = (
    "This request does not come from the studio's own page, and was refused.",
    "スタジオのページから送られた要求ではないため、受け付けませんでした。",
)


class Safety:
    """The checks around the application."""

    def __init__(self, app: ASGIApp, *, token: str, hosts: Sequence[str], cookie: str) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may pass, and adds the headers to what is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        answer = self._refusal(request) or self._welcome(request)
        await (answer or self._app)(scope, receive, self._guarded(send))

    def _refusal(self, request: Request) -> Response | None:
        host = request.headers.get("host", "")
        if host not in self._hosts:
            return _refused(WRONG_PLACE)
        if request.method not in SAFE and request.headers.get("origin") != f"http://{host}":
            return _refused(WRONG_PLACE)
        fetched = request.headers.get("sec-fetch-site")
        if fetched == "cross-site" and request.method not in SAFE:
            return _refused(WRONG_PLACE)
        if self._is(request.cookies.get(self._cookie)) or self._is(request.query_params.get("token")):
            return None
        return _refused(WRONG_TOKEN)

    def _welcome(self, request: Request) -> Response | None:
        """The token in an address becomes a cookie, and leaves the address."""
        if request.method not in SAFE or not self._is(request.query_params.get("token")):
            return None
        answer = RedirectResponse(request.url.path, status_code=303)
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict")
        return answer

    def _is(self, given: str | None) -> bool:
        return given is not None and hmac.compare_digest(given.encode(), self._token.encode())

    def _guarded(self, send: Send) -> Send:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                had = {name.lower() for name, _ in message["headers"]}
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(one for one in added if one[0] not in had)]
            await send(message)

        return guarded


def _refused(words: tuple[str, str]) -> Response:
    english, japanese = words
    return HTMLResponse(REFUSED.format(english=english, japanese=japanese), status_code=403)
