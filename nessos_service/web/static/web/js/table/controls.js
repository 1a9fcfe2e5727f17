/**
 * What the player does: take the lot, send it back, or put in a card, say what it is, and choose who is asked.
 *
 * What is legal is offered; the rest is there too, visibly not, with the rule that says why. Each step has keys.
 *
 * @import {Card, Game, Move, Seat} from '../types.js'
 * @import {Key} from '../lang.js'
 */
import {cardButton, cardFace} from '../cards.js';
import {h} from '../dom.js';
import {barTo, CHARON, claimsOf, MOST_CARDS_IN_LOT, recipients} from '../fold.js';
import {t} from '../lang.js';

/**
 * What has been chosen so far; `place` is that of the card in the hand.
 * @typedef {{place: number|null, claim: number|null}} Choice
 */
/**
 * @typedef {object} Player
 * @property {Game} game
 * @property {Choice} choice
 * @property {boolean} isReady whether the table shows all that happened, and nothing is on its way
 * @property {boolean} hasKeys
 * @property {(choice: Choice) => void} choose
 * @property {(move: Move) => void} move
 * @property {(text: string) => void} explain
 */

/** @type {Choice} */
export const NOTHING = {place: null, claim: null};
const TEN = 'x';

/**
 * The rule by which the lot cannot be taken or sent back now; null when it can.
 * @param {Game} game
 * @returns {string|null}
 */
function barToAnswer(game) {
  if (!isMyTurn(game)) return t('bar_not_your_turn');
  return game.lot.length === 0 ? t('rule_no_lot_yet') : null;
}

/** The rule by which no card can be put in now; null when one can. @param {Game} game @returns {string|null} */
function barToOffer(game) {
  if (!isMyTurn(game)) return t('bar_not_your_turn');
  if (game.you?.hand.length === 0) return t('bar_no_card');
  if (game.lot.length >= MOST_CARDS_IN_LOT) return t('rule_lot_is_full');
  return recipients(game).length === 0 ? t('bar_nobody_left') : null;
}

/** @param {Game} game */
function isMyTurn(game) {
  return game.you !== null && game.status === 'active' && game.to_act === game.you.seat;
}

/** The hand, and below it whatever is to be decided. @param {Player} player */
export function controls(player) {
  const {game, isReady} = player;
  const isTurn = isMyTurn(game) && isReady;
  return h(
    'section',
    {class: `controls${isTurn ? ' turn' : ''}`, 'aria-label': t('your_move')},
    prompt(player, isTurn),
    answers(player, isTurn),
    hand(player, isTurn),
    isTurn ? claims(player) : null,
    isTurn ? seats(player) : null,
  );
}

/** @param {Player} player @param {boolean} isTurn */
function prompt({game, choice, isReady}, isTurn) {
  let text;
  if (!isTurn)
    text =
      !isReady && isMyTurn(game)
        ? t('prompt_wait')
        : t('prompt_others', {who: game.to_act === null ? '' : (game.seats[game.to_act].player?.name ?? '')});
  else if (choice.place !== null && cardOf(game, choice) === CHARON && choice.claim === null) text = t('prompt_claim');
  else if (choice.place !== null) text = t('prompt_seat');
  else if (game.lot.length === 0) text = t('prompt_open');
  else text = barToOffer(game) === null ? t('prompt_answer') : t('prompt_answer_only');
  return h('p', {class: 'prompt', id: 'prompt', role: 'status'}, text);
}

/** @param {Player} player @param {boolean} isTurn */
function answers(player, isTurn) {
  const {game} = player;
  const bar = isTurn ? barToAnswer(game) : t('bar_not_your_turn');
  if (!isTurn) return null;
  const giver = game.lot.length > 0 ? (game.seats[game.lot[game.lot.length - 1].from].player?.name ?? '') : '';
  return h(
    'div',
    {class: 'answers'},
    action(t('accept'), bar === null ? t('accept_means') : bar, 'A', bar, player, () =>
      player.move({version: game.version, kind: 'accept'}),
    ),
    action(t('refuse'), bar === null ? t('refuse_means', {who: giver}) : bar, 'R', bar, player, () =>
      player.move({version: game.version, kind: 'refuse'}),
    ),
    game.lot.length > 0
      ? h(
          'p',
          {class: `third${barToOffer(game) === null ? '' : ' barred'}`},
          h('b', null, t('pass_on')),
          ' ',
          barToOffer(game) ?? t('pass_means'),
        )
      : null,
  );
}

/**
 * @param {string} name
 * @param {string} about
 * @param {string} key
 * @param {string|null} bar
 * @param {Player} player
 * @param {() => void} act
 */
function action(name, about, key, bar, player, act) {
  return h(
    'button',
    {
      type: 'button',
      class: 'action',
      'aria-disabled': bar === null ? null : 'true',
      key: `action-${key}`,
      on: {click: () => (bar === null ? act() : player.explain(bar))},
    },
    h('b', null, name),
    ' ',
    h('span', {class: 'about'}, about),
    player.hasKeys ? h('kbd', {'aria-hidden': 'true'}, key) : null,
  );
}

/** @param {Player} player @param {boolean} isTurn */
function hand(player, isTurn) {
  const {game, choice} = player;
  const you = game.you;
  if (!you) return null;
  const out = game.seats[you.seat].eliminated;
  const bar = out ? t('rule_recipient_eliminated') : isTurn ? barToOffer(game) : t('bar_not_your_turn');
  const hasHints = isTurn && bar === null && player.hasKeys && choice.place === null;
  const cards = you.hand.map((card, place) =>
    cardButton(card, {
      isChosen: isTurn && choice.place === place,
      bar,
      hint: hasHints ? String(place + 1) : null,
      key: `hand-${place}`,
      choose: () => (bar === null ? pick(player, place) : player.explain(bar)),
    }),
  );
  return h(
    'div',
    {class: 'hand', role: 'group', 'aria-label': t('your_hand')},
    cards.length > 0 ? cards : h('p', {class: 'quiet'}, t('hand_empty')),
  );
}

/** @param {Player} player @param {number} place */
function pick(player, place) {
  const isBack = player.choice.place === place;
  const card = player.game.you?.hand[place] ?? CHARON;
  player.choose(isBack ? NOTHING : {place, claim: card === CHARON ? null : card});
}

/** @param {Game} game @param {Choice} choice @returns {Card|null} */
function cardOf(game, choice) {
  return choice.place === null ? null : (game.you?.hand[choice.place] ?? null);
}

/** @param {Player} player */
function claims(player) {
  const card = cardOf(player.game, player.choice);
  if (card === null) return null;
  const legal = claimsOf(card);
  if (legal.length === 1)
    return h(
      'p',
      {class: 'said'},
      t('claim_forced', {n: card}),
      ' ',
      h('span', {class: 'about'}, t('rule_false_claim')),
    );
  const hasHints = player.hasKeys && player.choice.claim === null;
  return h(
    'div',
    {class: 'claims', role: 'group', 'aria-label': t('prompt_claim')},
    legal.map((claim) =>
      h(
        'button',
        {
          type: 'button',
          key: `claim-${claim}`,
          'aria-pressed': String(player.choice.claim === claim),
          'aria-label': claim === 0 ? t('claim_truth') : t('claim_say', {n: claim}),
          on: {click: () => player.choose({...player.choice, claim})},
        },
        claim === 0 ? t('card_0') : claim,
        hasHints ? h('kbd', {'aria-hidden': 'true'}, claim === 10 ? TEN.toUpperCase() : claim) : null,
      ),
    ),
  );
}

/** @param {Player} player */
function seats(player) {
  const {game, choice} = player;
  if (choice.place === null || choice.claim === null) return null;
  const others = game.seats.filter((seat) => seat.seat !== game.you?.seat);
  return h(
    'div',
    {class: 'asked', role: 'group', 'aria-label': t('prompt_seat')},
    others.map((seat) => {
      const bar = barTo(game, seat.seat);
      const why = bar === null ? null : t(/** @type {Key} */ (`rule_${bar}`));
      return h(
        'button',
        {
          type: 'button',
          class: 'action',
          key: `ask-${seat.seat}`,
          'aria-disabled': why === null ? null : 'true',
          on: {click: () => (why === null ? offer(player, seat.seat) : player.explain(why))},
        },
        h('b', null, t('ask', {who: seat.player?.name ?? ''})),
        why === null ? null : h('span', {class: 'about'}, why),
        player.hasKeys && why === null ? h('kbd', {'aria-hidden': 'true'}, seat.seat + 1) : null,
      );
    }),
  );
}

/** @param {Player} player @param {Seat} to */
function offer(player, to) {
  const card = cardOf(player.game, player.choice);
  const {claim} = player.choice;
  if (card === null || claim === null) return;
  player.move({version: player.game.version, kind: 'offer', card, claim, to});
}

/** A key was pressed. Whether it meant something. @param {Player} player @param {string} key */
export function pressed(player, key) {
  const {game, choice, isReady} = player;
  if (!isReady || !isMyTurn(game)) return false;
  if (key === 'Escape') {
    if (choice.place === null) return false;
    player.choose(choice.claim !== null && cardOf(game, choice) === CHARON ? {...choice, claim: null} : NOTHING);
    return true;
  }
  const letter = key.toLowerCase();
  if (choice.place === null && (letter === 'a' || letter === 'r')) {
    const bar = barToAnswer(game);
    if (bar === null) player.move({version: game.version, kind: letter === 'a' ? 'accept' : 'refuse'});
    else player.explain(bar);
    return true;
  }
  const number = letter === TEN ? 10 : /^[0-9]$/.test(key) ? Number(key) : null;
  if (number === null) return false;
  return choice.place === null
    ? pressedCard(player, number)
    : choice.claim === null
      ? pressedClaim(player, number)
      : pressedSeat(player, number);
}

/** @param {Player} player @param {number} number */
function pressedCard(player, number) {
  const bar = barToOffer(player.game);
  if (number < 1 || number > (player.game.you?.hand.length ?? 0)) return false;
  if (bar === null) pick(player, number - 1);
  else player.explain(bar);
  return true;
}

/** @param {Player} player @param {number} claim */
function pressedClaim(player, claim) {
  if (claim < 0 || claim > 10) return false;
  player.choose({...player.choice, claim});
  return true;
}

/** @param {Player} player @param {number} number */
function pressedSeat(player, number) {
  const seat = number - 1;
  if (seat < 0 || seat >= player.game.seats.length) return false;
  const bar = barTo(player.game, seat);
  if (bar === null) offer(player, seat);
  else player.explain(t(/** @type {Key} */ (`rule_${bar}`)));
  return true;
}

/** One's hand when there is nothing to decide: in replays. @param {Card[]} hand */
export function stillHand(hand) {
  return h(
    'div',
    {class: 'hand still', role: 'group', 'aria-label': t('your_hand')},
    hand.map((card, place) => cardFace(card, {key: `hand-${place}`})),
  );
}
