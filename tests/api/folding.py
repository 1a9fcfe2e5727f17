"""A client that never fetches twice: it folds events into the view it had. Written from docs/api.md alone."""

import copy
from datetime import datetime, timedelta
from typing import Any

import isodate


def fold(view: Any, events: list[Any], *, game_id: str = "", name: str = "") -> Any:
    """`view` after `events`. Without a view the first event must be `game_opened`; `name` is then who looks on."""
    view = copy.deepcopy(view)
    for event in events:
        view = _fold_one(view, event, game_id, name)
        view["version"] = event["seq"]
    if view["you"] is not None:
        view["you"]["legal"] = _legal(view)
    return view


def _fold_one(view: Any, event: Any, game_id: str, name: str) -> Any:
    data, at = event["data"], event["at"]
    match event["kind"]:
        case "game_opened":
            return _opened(data, at, game_id)
        case "seat_taken":
            view["seats"][data["seat"]]["player"] = data["player"]
            if data["player"]["name"] == name:
                view["you"] = {"seat": data["seat"], "hand": [], "legal": None}
        case "seat_left":
            view["seats"][data["seat"]]["player"] = None
        case "game_started":
            view |= {"status": "active", "started_at": at, "rules": data["rules"], "charons_shown": 0}
            view["seats"] = [_empty_seat(seat["seat"], seat["player"]) for seat in data["seats"]]
            view["fairness"]["entropy"] = data["entropy"]
        case "cards_dealt":
            view["draw_pile"] = data["draw_pile"]
            for cards in data["seats"]:
                _draw(view, cards)
        case "cards_drawn":
            for cards in data["seats"]:
                _draw(view, cards)
                view["draw_pile"] -= cards["count"]
        case "round_started":
            view |= {"round": data["round"], "first_seat": data["first_seat"], "to_act": data["first_seat"]}
            view["deadline"] = _later(at, view)
        case "offer_made":
            view["lot"].append({field: data[field] for field in ("from", "to", "claim", "card")})
            view["seats"][data["from"]]["hand_size"] -= 1
            if view["you"] is not None and view["you"]["seat"] == data["from"]:
                view["you"]["hand"].remove(data["card"])
            view["to_act"] = data["to"]
            view["deadline"] = _later(at, view)
        case "lot_accepted" | "lot_refused":
            receiver = view["seats"][data["receiver"]]
            receiver["front"] += [card["card"] for card in data["cards"]]
            receiver |= {"points": data["points"], "charons": data["charons"]}
            view["charons_shown"] = sum(seat["front"].count(0) for seat in view["seats"])
            view["lot"] = []
        case "player_eliminated":
            view["seats"][data["seat"]]["eliminated"] = True
        case "seat_handed_over":
            view["seats"][data["seat"]]["player"] = data["to"]
            if view["you"] is not None and view["you"]["seat"] == data["seat"]:
                view["you"] = None
                view["lot"] = [card | {"card": None} for card in view["lot"]]
        case "game_ended":
            view |= {"status": "finished", "finished_at": at, "to_act": None, "deadline": None}
            view["result"] = {field: data[field] for field in ("reason", "winners", "points")}
            view["fairness"]["reveal"] = data["reveal"]
        case "game_cancelled":
            view |= {"status": "cancelled", "finished_at": at}
            view["fairness"]["reveal"] = data["reveal"]
        case unknown:
            raise AssertionError(unknown)
    return view


def _opened(data: Any, at: str, game_id: str) -> Any:
    view = {
        "id": game_id,
        "name": data["name"],
        "status": "open",
        "version": 1,
        "rules": None,
        "settings": {field: data[field] for field in ("turn", "visibility", "rated", "allow_bots")},
        "creator": data["creator"],
        "created_at": at,
        "lot": [],
        "seats": [_empty_seat(seat, None) for seat in range(data["players"])],
        "you": None,
        "result": None,
        "fairness": {"commitment": data["commitment"], "entropy": None, "reveal": None},
        "invite": None,
        "rematch": None,
    }
    nulls = ("started_at", "finished_at", "round", "first_seat", "to_act", "deadline", "draw_pile", "charons_shown")
    return view | dict.fromkeys(nulls)


def _empty_seat(seat: int, player: Any) -> Any:
    return {
        "seat": seat, "player": player, "hand_size": 0, "front": [], "points": 0, "charons": 0, "eliminated": False,
        "away_until": None,
    }  # fmt: skip


def _draw(view: Any, cards: Any) -> None:
    view["seats"][cards["seat"]]["hand_size"] += cards["count"]
    if view["you"] is not None and view["you"]["seat"] == cards["seat"]:
        view["you"]["hand"] = sorted(view["you"]["hand"] + cards["cards"])


def _later(at: str, view: Any) -> str:
    turn = isodate.parse_duration(view["settings"]["turn"])
    assert isinstance(turn, timedelta)
    return (datetime.fromisoformat(at) + turn).isoformat().replace("+00:00", "Z")


def _legal(view: Any) -> Any:
    """What the rules allow the seat to act, as docs/rules.md says."""
    seat = view["you"]["seat"]
    if view["to_act"] != seat:
        return None
    asked = {card["to"] for card in view["lot"]} | {view["first_seat"], seat}
    to = [other["seat"] for other in view["seats"] if not other["eliminated"] and other["seat"] not in asked]
    cards = [
        {"card": card, "claims": list(range(11)) if card == 0 else [card]} for card in sorted(set(view["you"]["hand"]))
    ]
    offer = {"cards": cards, "to": to} if to and cards and len(view["lot"]) < 3 else None
    return {"accept": bool(view["lot"]), "refuse": bool(view["lot"]), "offer": offer}
