"""What other packages and the system say: wrong calls, wrong values, files that cannot be opened."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "Missing argument {name!r}. See `{command}`.": "引数{name}がありません。`{command}` をご覧ください。",
    "Missing option {name!r}. See `{command}`.": "オプション{name}がありません。`{command}` をご覧ください。",
    "Missing option {name!r} / {short!r}. See `{command}`.": (
        "オプション{name}（{short}）がありません。`{command}` をご覧ください。"
    ),
    "Missing command. See `{command}`.": "コマンドがありません。`{command}` をご覧ください。",
    "No such option: {name}. See `{command}`.": "オプション {name} はありません。`{command}` をご覧ください。",
    "No such option: {name} (Possible options: {options}). See `{command}`.": (
        "オプション {name} はありません（近いもの：{options}）。`{command}` をご覧ください。"
    ),
    "No such command {name!r}. See `{command}`.": "コマンド{name}はありません。`{command}` をご覧ください。",
    "Option {name!r} requires an argument. See `{command}`.": (
        "オプション{name}に値がありません。`{command}` をご覧ください。"
    ),
    "Option {name!r} does not take a value. See `{command}`.": (
        "オプション{name}に値は付けられません。`{command}` をご覧ください。"
    ),
    "Got unexpected extra argument(s) ({words}). See `{command}`.": (
        "余分な引数があります（{words}）。`{command}` をご覧ください。"
    ),
    "Got unexpected extra argument ({words}). See `{command}`.": (
        "余分な引数があります（{words}）。`{command}` をご覧ください。"
    ),
    "Got unexpected extra arguments ({words}). See `{command}`.": (
        "余分な引数があります（{words}）。`{command}` をご覧ください。"
    ),
    "Invalid value for {name!r}: {problem:s}. See `{command}`.": (
        "{name}の値が正しくありません：{problem}。`{command}` をご覧ください。"
    ),
    "Invalid value for {name!r} / {short!r}: {problem:s}. See `{command}`.": (
        "{name}（{short}）の値が正しくありません：{problem}。`{command}` をご覧ください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "Value error, {problem:s}": "{problem}",
    "{value!r} is not one of {names:list}": "{value}は使えません。使えるのは{names}です",
    "No such file or directory": "ファイルまたはフォルダがありません",
    "Permission denied": "権限がありません",
    "Is a directory": "フォルダです",
    "Not a directory": "フォルダではありません",
    "File exists": "すでにあります",
    "File name too long": "ファイル名が長すぎます",
    "No space left on device": "ディスクに空きがありません",
    "Read-only file system": "読み取り専用です",
    "Too many levels of symbolic links": "シンボリックリンクが循環しています",
    "Input/output error": "入出力エラーです",
    "Operation not permitted": "許可されていません",
    "Input should be {names:list}": "{names}のいずれかを指定してください",
    "Input should be greater than or equal to {least:n}": "{least} 以上にしてください",
    "Input should be greater than {least:n}": "{least} より大きくしてください",
    "Input should be less than or equal to {most:n}": "{most} 以下にしてください",
    "Input should be less than {most:n}": "{most} より小さくしてください",
    "Input should be a valid integer": "整数を書いてください",
    "Input should be a valid integer, got a number with a fractional part": "小数ではなく、整数を書いてください",
    "Input should be a valid integer, unable to parse string as an integer": "整数を書いてください",
    "Input should be a valid number": "数を書いてください",
    "Input should be a valid number, unable to parse string as a number": "数を書いてください",
    "Input should be a finite number": "無限大ではない数を書いてください",
    "Input should be a valid boolean": "true か false を書いてください",
    "Input should be a valid boolean, unable to interpret input": "true か false を書いてください",
    "Input should be a valid date": "日付を書いてください",
    "Input should be a valid date or datetime, {why}": "日付を書いてください",
    "Input should be a valid datetime or date, {why}": "日付を書いてください",
    "Input should be a valid datetime": "日時を書いてください",
    "Input should be True": "true を書いてください",
    "Unable to extract tag using discriminator {name}": "この書き方は使えません",
    "Input should be None": "値を外してください",
    "Input should be a valid path": "パスを書いてください",
    "String should have at least {least:n} character": "{least} 文字以上にしてください",
    "String should have at least {least:n} characters": "{least} 文字以上にしてください",
    "String should have at most {most:n} character": "{most} 文字以下にしてください",
    "String should have at most {most:n} characters": "{most} 文字以下にしてください",
    "Tuple should have at most {most:n} items after validation, not {count}": "{most} 個以下にしてください",
    "List should have at most {most:n} items after validation, not {count}": "{most} 個以下にしてください",
    "Unable to parse input string as an integer, exceeded maximum size": "数が大きすぎます",
    "mapping values are not allowed here": "ここにキーと値の組は書けません",
    "found unexpected end of stream": "途中で終わっています",
    "found duplicate anchor": "同じアンカーが二つあります",
}
"""What stands in the holes of messages."""
