/**
 * The seats of a table: who sits there, what lies in front of them, and what one may do with them.
 *
 * @import {Card, Game, Player, SeatView} from '../types.js'
 */
import {cardBack, cardFace, figure} from '../cards.js';
import {h} from '../dom.js';
import {barTo} from '../fold.js';
import {momentIn, t, tMaybe} from '../lang.js';

const CHARONS_TO_LEAVE = 3;

/**
 * All seats but one's own, clockwise from one's left.
 * @param {Game} game
 * @param {(Card[]|null)[]} [hands] hands that are open
 */
export function others(game, hands = []) {
  const first = game.you === null ? 0 : game.you.seat + 1;
  const order = game.seats.map((_, place) => game.seats[(first + place) % game.seats.length]);
  const shown = order.filter((seat) => seat.seat !== game.you?.seat);
  return h(
    'ul',
    {class: `seats of-${shown.length}`, 'aria-label': t('seats')},
    shown.map((seat) => seatPanel(game, seat, hands[seat.seat] ?? null)),
  );
}

/** @param {Game} game @param {SeatView} seat @param {Card[]|null} [hand] */
export function seatPanel(game, seat, hand = null) {
  const isMine = game.you?.seat === seat.seat;
  const mayAsk = isAsking(game) && barTo(game, seat.seat) === null;
  const classes = [
    'seat',
    isMine && 'mine',
    seat.eliminated && 'out',
    game.to_act === seat.seat && 'to-act',
    mayAsk && 'askable',
  ];
  return h(
    'li',
    {class: classes.filter(Boolean).join(' '), key: `seat-${seat.seat}`, 'data-seat': seat.seat},
    h(
      'div',
      {class: 'seat-head'},
      h('span', {class: 'seat-number', 'aria-hidden': 'true'}, seat.seat + 1),
      h('span', {class: 'seat-name', title: seat.player?.name}, seat.player?.name ?? t('seat_n', {n: seat.seat + 1})),
      kindOf(seat, isMine),
      game.first_seat === seat.seat && game.status === 'active'
        ? h(
            'span',
            {class: 'pawn', role: 'img', 'aria-label': t('first_player'), title: t('first_player')},
            figure('pawn', 'icon'),
          )
        : null,
    ),
    h('div', {class: 'seat-facts'}, pointsOf(game, seat), charonsOf(seat), isMine ? null : handOf(seat, hand)),
    h('div', {class: 'seat-state'}, stateOf(game, seat)),
    frontOf(seat),
    hand === null || isMine
      ? null
      : h(
          'div',
          {class: 'open-hand', 'aria-label': t('hand_of', {who: seat.player?.name ?? ''})},
          hand.map((card, place) => cardFace(card, {small: true, key: `open-${place}`})),
        ),
  );
}

/** @param {Game} game */
function isAsking(game) {
  return game.status === 'active' && game.to_act !== null && game.lot.length < 3;
}

/** @param {SeatView} seat @param {boolean} isMine */
function kindOf(seat, isMine) {
  if (isMine) return h('span', {class: 'tag you'}, t('you'));
  if (seat.player?.kind !== 'bot') return null;
  return h('span', {class: 'tag'}, kindOfBot(seat.player));
}

/** @param {Player} player a bot: what kind of one it is */
export function kindOfBot({level, temperament, owner}) {
  const kind = tMaybe(`level_${level}`) ?? level ?? (owner ? t('bot_of', {who: owner}) : t('bot'));
  return temperament ? `${kind}, ${tMaybe(`temperament_${temperament}`) ?? temperament}` : kind;
}

/** @param {Game} game @param {SeatView} seat */
function pointsOf(game, seat) {
  const goal = game.rules.points_to_win;
  const label = t('points_of', {n: seat.points, goal});
  return h(
    'span',
    {class: 'points', title: label},
    h('span', {class: 'points-text', role: 'img', 'aria-label': label}, h('b', null, seat.points), ` / ${goal}`),
    h('progress', {max: goal, value: Math.min(seat.points, goal), 'aria-hidden': 'true', tabindex: '-1'}),
  );
}

/** @param {SeatView} seat */
function charonsOf(seat) {
  const label = t('charons_of', {n: seat.charons, most: CHARONS_TO_LEAVE});
  const marks = Math.max(CHARONS_TO_LEAVE, seat.charons);
  return h(
    'span',
    {class: `charons n-${Math.min(seat.charons, CHARONS_TO_LEAVE)}`, role: 'img', 'aria-label': label, title: label},
    Array.from({length: marks}, (_, place) =>
      h('span', {class: place < seat.charons ? 'coin full' : 'coin'}, figure('card-0', 'icon')),
    ),
  );
}

/** @param {SeatView} seat @param {Card[]|null} hand */
function handOf(seat, hand) {
  const label = t('n_cards_in_hand', {n: seat.hand_size});
  if (hand !== null) return null;
  return h(
    'span',
    {class: 'backs', role: 'img', 'aria-label': label, title: label},
    Array.from({length: seat.hand_size}, () => cardBack({small: true})),
  );
}

/** @param {Game} game @param {SeatView} seat */
function stateOf(game, seat) {
  if (seat.eliminated) return h('span', {class: 'badge gone'}, t('state_out'));
  if (game.result?.winners.includes(seat.seat)) return h('span', {class: 'badge won'}, t('state_won'));
  if (game.status !== 'active') return null;
  if (game.to_act === seat.seat)
    return h('span', {class: 'badge turn'}, game.lot.length > 0 ? t('state_asked_now') : t('state_opens'));
  const bar = isAsking(game) ? barTo(game, seat.seat) : null;
  if (bar !== null && bar !== 'recipient_self') return h('span', {class: 'badge'}, tMaybe(`short_${bar}`) ?? bar);
  if (seat.away_until) return h('span', {class: 'badge'}, t('state_away', {until: momentIn(seat.away_until)}));
  return isAsking(game) ? h('span', {class: 'badge may'}, t('state_may_be_asked')) : null;
}

/** @param {SeatView} seat */
function frontOf(seat) {
  const label = t('front_of', {who: seat.player?.name ?? ''});
  if (seat.front.length === 0) return h('p', {class: 'front empty'}, t('front_empty'));
  return h(
    'ul',
    {class: 'front', 'aria-label': label},
    seat.front.map((card, place) => h('li', {key: `front-${place}`}, cardFace(card, {small: true}))),
  );
}
