/**
 * State + events = state: folds the events of a game into a view of it, and gets the view that the service would send.
 * (But for `deadline`, which may be given time, `away_until`, `invite` and `rematch`: those come with the next view.)
 *
 * Views are not changed: `fold` gives a new one.
 *
 * @import {Card, Game, GameEvent, Legal, Revealed, Seat, SeatCards, SeatView} from './types.js'
 */

export const CHARON = 0;
export const MOST_CARDS_IN_LOT = 3;
const POINTS_PER_SET = 10;
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * The view after these events. Those that it knows already are passed over.
 * @param {Game} view @param {Iterable<GameEvent>} events @param {string|null} [me] the viewer's name, which tells their seat
 * @returns {Game}
 */
export function fold(view, events, me = null) {
  let game = view;
  for (const event of events) if (event.seq > game.version) game = applied(game, event, me);
  return game;
}

/**
 * The view before anything happened: what `game_opened` says.
 * @param {string} id
 * @param {GameEvent} event
 * @returns {Game}
 */
export function opened(id, event) {
  const {data} = event;
  return {
    id,
    name: data.name,
    status: 'open',
    version: event.seq,
    rules: {version: 1, players: data.players, points_to_win: 0, deck: {}},
    settings: {turn: data.turn, visibility: data.visibility, rated: data.rated, allow_bots: data.allow_bots},
    creator: data.creator,
    created_at: event.at,
    started_at: null,
    finished_at: null,
    round: null,
    first_seat: null,
    to_act: null,
    deadline: null,
    lot: [],
    draw_pile: null,
    charons_shown: null,
    seats: NUMBERS.slice(0, data.players).map(emptySeat),
    you: null,
    result: null,
    fairness: {commitment: data.commitment, entropy: null, reveal: null},
    invite: null,
    rematch: null,
  };
}

/** @param {Game} game @param {GameEvent} event @param {string|null} me @returns {Game} */
function applied(game, event, me) {
  const next = withEvent(game, event, me);
  next.version = event.seq;
  if (next.you) next.you = {...next.you, legal: legalMoves(next)};
  return next;
}

/** @param {Game} game @param {GameEvent} event @param {string|null} me @returns {Game} */
function withEvent(game, {kind, at, data}, me) {
  switch (kind) {
    case 'seat_taken': {
      const you = me !== null && data.player.name === me ? {seat: data.seat, hand: [], legal: null} : game.you;
      return {...game, you, seats: withSeat(game, data.seat, {player: data.player})};
    }
    case 'seat_left': {
      const you = game.you?.seat === data.seat ? null : game.you;
      return {...game, you, seats: withSeat(game, data.seat, {player: null, away_until: null})};
    }
    case 'game_started':
      return started(game, at, data);
    case 'cards_dealt':
      return {...withCards(game, data.seats), draw_pile: data.draw_pile};
    case 'cards_drawn': {
      const drawn = sum(data.seats.map((/** @type {SeatCards} */ seat) => seat.count));
      return {...withCards(game, data.seats), draw_pile: (game.draw_pile ?? 0) - drawn};
    }
    case 'round_started':
      return {
        ...game,
        round: data.round,
        first_seat: data.first_seat,
        to_act: data.first_seat,
        deadline: later(at, game.settings.turn),
      };
    case 'offer_made':
      return offered(game, at, data);
    case 'lot_accepted':
    case 'lot_refused':
      return revealed(game, data);
    case 'player_eliminated':
      return {...game, seats: withSeat(game, data.seat, {eliminated: true})};
    case 'seat_handed_over': {
      const you = game.you?.seat === data.seat ? null : game.you;
      const lot = you === game.you ? game.lot : game.lot.map((card) => ({...card, card: null}));
      return {...game, you, lot, seats: withSeat(game, data.seat, {player: data.to, away_until: null})};
    }
    case 'game_ended':
      return over(game, at, 'finished', data.reveal, {reason: data.reason, winners: data.winners, points: data.points});
    case 'game_cancelled':
      return over(game, at, 'cancelled', data.reveal, null);
    case 'game_voided': {
      const points = game.started_at === null ? [] : game.seats.map((seat) => seat.points);
      return over(game, at, 'voided', data.reveal, {reason: 'voided', winners: [], points});
    }
    default:
      // `turn_expired` changes nothing by itself; nor does a kind that we do not know.
      return {...game};
  }
}

/** @param {Game} game @param {string} at @param {any} data @returns {Game} */
function started(game, at, data) {
  const mine = game.you;
  return {
    ...game,
    status: 'active',
    started_at: at,
    rules: data.rules,
    charons_shown: 0,
    draw_pile: 0,
    invite: null,
    seats: data.seats.map((/** @type {{seat: Seat, player: SeatView['player']}} */ {seat, player}) => ({
      ...emptySeat(seat),
      player,
      away_until: game.seats.find((other) => other.player?.name === player?.name)?.away_until ?? null,
    })),
    // Free seats before mine are dropped: I may sit elsewhere now.
    you: mine && {...mine, seat: seatNamed(data.seats, game.seats[mine.seat]?.player?.name) ?? mine.seat},
    fairness: {...game.fairness, entropy: data.entropy},
  };
}

/** @param {{seat: Seat, player: {name: string}|null}[]} seats @param {string|undefined} name */
function seatNamed(seats, name) {
  return seats.find(({player}) => player?.name === name)?.seat;
}

/** @param {Game} game @param {string} at @param {any} data @returns {Game} */
function offered(game, at, {from, to, claim, card}) {
  const seats = withSeat(game, from, {hand_size: game.seats[from].hand_size - 1});
  const isMine = game.you?.seat === from;
  return {
    ...game,
    seats,
    lot: [...game.lot, {from, to, claim, card: isMine ? card : null}],
    to_act: to,
    deadline: later(at, game.settings.turn),
    you: game.you && isMine ? {...game.you, hand: without(game.you.hand, card)} : game.you,
  };
}

/** @param {Game} game @param {any} data @returns {Game} */
function revealed(game, {receiver, cards, points, charons}) {
  const faces = cards.map((/** @type {Revealed} */ card) => card.card);
  const front = [...game.seats[receiver].front, ...faces];
  return {
    ...game,
    lot: [],
    // Nobody's, until the next round begins in the same breath.
    to_act: null,
    seats: withSeat(game, receiver, {front, points, charons}),
    charons_shown: (game.charons_shown ?? 0) + faces.filter((/** @type {Card} */ card) => card === CHARON).length,
  };
}

/**
 * @param {Game} game
 * @param {string} at
 * @param {string} status
 * @param {string|null} reveal
 * @param {Game['result']} result
 * @returns {Game}
 */
function over(game, at, status, reveal, result) {
  return {
    ...game,
    status,
    finished_at: at,
    to_act: null,
    deadline: null,
    invite: null,
    result,
    fairness: {...game.fairness, reveal},
  };
}

/**
 * Everyone sees how many cards came; which, the seat itself alone.
 * @param {Game} game
 * @param {SeatCards[]} draws
 * @returns {Game}
 */
function withCards(game, draws) {
  let {seats, you} = game;
  for (const {seat, count, cards} of draws) {
    seats = seats.map((one) => (one.seat === seat ? {...one, hand_size: one.hand_size + count} : one));
    if (you && you.seat === seat && cards) you = {...you, hand: [...you.hand, ...cards].sort((a, b) => a - b)};
  }
  return {...game, seats, you};
}

/** @param {Game} game @param {Seat} seat @param {Partial<SeatView>} changes */
function withSeat(game, seat, changes) {
  return game.seats.map((one) => (one.seat === seat ? {...one, ...changes} : one));
}

/** @param {Seat} seat @returns {SeatView} */
function emptySeat(seat) {
  return {
    seat,
    player: null,
    hand_size: 0,
    front: [],
    points: 0,
    charons: 0,
    eliminated: false,
    away_until: null,
  };
}

/** All that the viewer may do now; null when it is not their turn. @param {Game} game @returns {Legal|null} */
export function legalMoves(game) {
  const {you, lot} = game;
  if (!you || game.status !== 'active' || game.to_act !== you.seat) return null;
  const to = recipients(game);
  const canOffer = you.hand.length > 0 && lot.length < MOST_CARDS_IN_LOT && to.length > 0;
  const cards = [...new Set(you.hand)].map((card) => ({card, claims: claimsOf(card)}));
  return {accept: lot.length > 0, refuse: lot.length > 0, offer: canOffer ? {cards, to} : null};
}

/** Who may still be asked in this round. @param {Game} game @returns {Seat[]} */
export function recipients(game) {
  return game.seats.filter((seat) => barTo(game, seat.seat) === null).map((seat) => seat.seat);
}

/**
 * The rule that bars the lot from being offered to a seat, by the name that a refusal would give it.
 * @param {Game} game
 * @param {Seat} seat
 */
export function barTo(game, seat) {
  if (seat === game.to_act) return 'recipient_self';
  if (seat === game.first_seat) return 'recipient_first_player';
  if (game.seats[seat].eliminated) return 'recipient_eliminated';
  if (game.lot.some((asked) => asked.to === seat)) return 'recipient_already_asked';
  return null;
}

/** What may be said of a card: the truth of a Creature, anything of Charon. @param {Card} card */
export function claimsOf(card) {
  return card === CHARON ? NUMBERS : [card];
}

/** What a front is worth: its Creatures, and ten for each complete set of 1, 2 and 3. @param {Card[]} front */
export function pointsOf(front) {
  const count = (/** @type {Card} */ card) => front.filter((other) => other === card).length;
  return sum(front) + POINTS_PER_SET * Math.min(count(1), count(2), count(3));
}

/** @param {Card[]} hand @param {Card} card */
export function without(hand, card) {
  const place = hand.indexOf(card);
  return place < 0 ? hand : hand.filter((_, other) => other !== place);
}

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The moment after a duration such as `P3D` or `PT1H30M`, as the service writes it.
 * @param {string} at
 * @param {string} duration
 */
function later(at, duration) {
  const moment = new Date(Date.parse(at) + secondsOf(duration) * 1000);
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** @param {string} duration ISO 8601, without months and years */
export function secondsOf(duration) {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!found) return 0;
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
}
