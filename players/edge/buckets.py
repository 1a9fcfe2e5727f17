"""Counting against limits, atomically, in Valkey.

A bucket is the "generic cell rate algorithm" (ITU-T I.371): all that is kept is the moment at which it would be empty
again if nothing more came. So a limit of n in a window admits n at once, and then one each n-th part of the window.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from players.edge.valkey import valkey

# Either every bucket has room for the cost and all are charged, or none is. A cost below zero gives back. Answers for
# each bucket: microseconds to wait, what remains, microseconds until it is empty. Valkey's clock is the only one.
_SPEND: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local cost = tonumber(ARGV[1])
local full_at, answer, admitted = {}, {}, true
for place, key in ipairs(KEYS) do
  local quota, window = tonumber(ARGV[2 * place]), ARGV[2 * place + 1] * 1000000
  local step = window / quota
  local before = math.max(tonumber(redis.call('GET', key) or '0'), now)
  local after = math.max(before + math.min(cost, quota) * step, now)
  local wait = cost > 0 and math.max(after - now - window, 0) or 0
  if wait >= 1 then admitted = false end
  full_at[place] = {before, after, step, window, wait}
end
for place, key in ipairs(KEYS) do
  local before, after, step, window, wait = unpack(full_at[place])
  local ends = admitted and after or before
  if admitted and cost ~= 0 then
    redis.call('SET', key, string.format('%.0f', ends), 'PX', math.ceil((ends - now) / 1000) + 1000)
  end
  answer[#answer + 1] = math.ceil(wait)
  answer[#answer + 1] = math.max(math.floor((window - (ends - now)) / step + 0.0001), 0)
  answer[#answer + 1] = math.ceil(ends - now)
end
return answer
"""
_A_SECOND: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds, under the name by which clients know it."""

    name: str
    quota: int
    window: int


@dataclass(frozen=True, slots=True)
class Bucket:
    """A limit, and who is counted."""

    limit: Limit
    who: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bucket stands. `wait` is 0 when what was asked for was admitted, else the seconds until it would be."""

    limit: Limit
    wait: int
    remaining: int
    reset: int


def spend(buckets: Sequence[Bucket], cost: int) -> list[Standing]:
    """Charge all buckets, or none when one has no room. Nothing is said, and nobody stopped, while Valkey is away."""
    if not buckets:
        return []
    numbers = valkey.run(
        _SPEND,
        [f"nessos:limit:{bucket.limit.name}:{bucket.who}" for bucket in buckets],
        [cost, *(number for bucket in buckets for number in (bucket.limit.quota, bucket.limit.window))],
    )
    if numbers is None:
        return []
    by_bucket = zip(numbers[0::3], numbers[1::3], numbers[2::3], strict=True)
    return [
        Standing(bucket.limit, _seconds(wait), remaining, _seconds(reset))
        for bucket, (wait, remaining, reset) in zip(buckets, by_bucket, strict=True)
    ]


def give_back(buckets: Sequence[Bucket], cost: int) -> None:
    """Take a charge back."""
    spend(buckets, -cost)


def _seconds(microseconds: int) -> int:
    return -(-microseconds // _A_SECOND)
