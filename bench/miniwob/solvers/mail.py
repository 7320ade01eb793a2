"""An inbox, posts of people, and orders: lists whose items have buttons of their own."""

from __future__ import annotations

import re

from bench.miniwob.episode import Episode, css, solves


@solves(
    "email-inbox",
    "email-inbox-delete",
    "email-inbox-forward",
    "email-inbox-forward-nl",
    "email-inbox-forward-nl-turk",
    "email-inbox-important",
    "email-inbox-nl-turk",
    "email-inbox-noscroll",
    "email-inbox-reply",
    "email-inbox-star-reply",
)
async def handle_a_message(e: Episode) -> None:
    """Delete, mark, forward or answer the message that the task speaks of, in whichever of many phrasings."""
    senders = await e.find("#main .email-sender")
    names = [one.text.strip() for one in senders]
    receiver = next((found[1] for pattern in TO_WHOM if (found := re.search(pattern, e.task))), "")
    spoken_of = [word for word in re.findall(r"[A-Z][a-z]+", e.task) if word in names and word != receiver]
    place = names.index(spoken_of[0])
    if receiver and not re.search(REPLY, e.task):
        await e.click(senders[place].ref, css(".email-forward"))
        await e.fill(css(".forward-sender"), receiver)
        await e.click(css("#send-forward"))
        return
    if text := re.search(REPLY, e.task):
        await e.click(senders[place].ref, css(".email-reply"))
        await e.fill(css("#reply-text"), text[1])
        await e.click(css("#send-reply"))
        return
    icon = "trash" if re.search(r"trash|delete|remove|rid of|discard|erase", e.task.lower()) else "star"
    await e.click((await e.find(f"#main .{icon}"))[place].ref)


TO_WHOM = (
    r"\bto ([A-Z][a-z]+)\W*$",
    r"\b[Tt]o ([A-Z][a-z]+) (?:the|that|this|an|any)\b",
    r"(?:[Ff]orward|[Gg]ive|[Ss]end|[Ss]how) ([A-Z][a-z]+) (?:the|that|this|an|any)\b",
    r"\bto ([A-Z][a-z]+)\b",
)
REPLY = r'"(.*)"'


@solves("social-media", "social-media-all", "social-media-some")
async def press_below_posts(e: Episode) -> None:
    """Press a button on the posts of a user: on one, on so many, or on all."""
    (user,) = e.match_task(r"(@\w+)")
    (action,) = e.match_task(r'"(.*)"')
    many = re.search(r"on (\d+) posts?", e.task)
    wanted = int(many[1]) if many else 99 if "all posts" in e.task else 1
    users = [one.text.strip() for one in await e.find("#area .username")]
    buttons = await e.find(f"#area .controls > .{action.lower()}") if " " not in action else []
    behind_menu = not buttons
    for name, button in zip(users, buttons or await e.find("#area .controls .more"), strict=True):
        if name == user and wanted:
            wanted -= 1
            await e.click(button.ref)
            if behind_menu:
                await e.click(await e.with_text("#area .controls li", action))
                return
    if "Submit" in e.task:
        await e.submit()


@solves("order-food")
async def order_food(e: Episode) -> None:
    items = [one.text.strip() for one in await e.find("#area .item-name")]
    adding = await e.find("#area .add")
    if kind := re.search(r"Order (\d+) items that are (.*)", e.task):
        marks = [set(re.findall(r"[\w-]+", " ".join(await _alts(e, one.ref)))) for one in await e.find("#area .types")]
        fitting = [place for place, mark in enumerate(marks) if kind[2] in mark]
        chosen = (fitting * 4)[: int(kind[1])]
    else:
        (names,) = e.match_task(r"each item: (.*)")
        chosen = [items.index(name.strip()) for name in names.split(", ")]
    for place in chosen:
        await e.click(adding[place].ref)
    await e.click("Order!")


async def _alts(e: Episode, ref: str) -> list[str]:
    found = await e.call("find_elements", selector="img", within_ref=ref)
    return [one["name"] for one in found["elements"]]
