/**
 * The middle of the table: the lot on offer, or what the last one turned out to be.
 *
 * @import {Game, GameEvent, LotCard, Revealed} from '../types.js'
 * @import {Table} from '../words.js'
 */
import {cardBack, cardFace, cardTurning, figure} from '../cards.js';
import {h} from '../dom.js';
import {cardInWords, t} from '../lang.js';
import {claimInWords} from '../words.js';

const CHARONS_TO_END = 9;

/**
 * What lies between the players.
 * @param {Game} game
 * @param {GameEvent|null} reveal the last lot that was turned face up
 * @param {Table} table
 * @param {{moves: boolean}} options whether it turns before one's eyes
 */
export function middle(game, reveal, table, {moves}) {
  const content =
    game.lot.length > 0
      ? lotOf(game, table)
      : reveal
        ? revealOf(reveal, table, moves)
        : [h('p', {class: 'quiet'}, t('lot_none'))];
  return h(
    'section',
    {class: `middle${game.lot.length > 0 ? ' offered' : ''}`, 'aria-label': t('lot')},
    h('div', {class: 'lot'}, content),
  );
}

/** The numbers that everybody keeps an eye on. @param {Game} game */
export function counts(game) {
  const shown = game.charons_shown ?? 0;
  return h(
    'dl',
    {class: 'counts'},
    count(t('round'), game.round ?? '–'),
    count(t('draw_pile'), game.draw_pile ?? '–', figure('amphora', 'icon')),
    count(t('charons_shown'), `${shown} / ${CHARONS_TO_END}`, figure('card-0', 'icon')),
  );
}

/** @param {string} name @param {string|number} value @param {Element} [icon] */
function count(name, value, icon) {
  return h('div', null, h('dt', null, name), h('dd', null, icon ?? null, String(value)));
}

/** @param {Game} game @param {Table} table */
function lotOf(game, table) {
  return game.lot.map((card, place) =>
    h(
      'figure',
      {class: 'offer', key: `offer-${game.round}-${place}`},
      card.card === null ? cardBack({label: t('face_down')}) : cardFace(card.card, {extra: 'known'}),
      h(
        'figcaption',
        null,
        h('span', {class: 'way'}, nameOf(table, card.from), ' → ', nameOf(table, card.to)),
        h('q', {class: 'claim'}, claimInWords(card.claim)),
        ofOwn(card),
      ),
    ),
  );
}

/** @param {Table} table @param {number} seat */
function nameOf(table, seat) {
  return seat === table.you ? t('you') : table.name(seat);
}

/** @param {LotCard} card */
function ofOwn(card) {
  return card.card === null ? null : h('span', {class: 'quiet'}, t('only_you_see'));
}

/**
 * The cards turn, and truth stands against claim.
 * @param {GameEvent} event
 * @param {Table} table
 * @param {boolean} moves
 */
function revealOf(event, table, moves) {
  const {by, receiver, cards, points, charons} = event.data;
  const isAccepted = event.kind === 'lot_accepted';
  const gained = t(isAccepted ? 'reveal_accepted' : 'reveal_refused', {
    who: nameOf(table, by),
    to: nameOf(table, receiver),
  });
  return [
    ...cards.map((/** @type {Revealed} */ card, /** @type {number} */ place) =>
      h(
        'figure',
        {class: `offer told ${verdictOf(card)}`, key: `told-${event.seq}-${place}`},
        moves ? cardTurning(card.card, place) : cardFace(card.card),
        h(
          'figcaption',
          null,
          h('span', {class: 'way'}, nameOf(table, card.from), ': ', h('q', null, claimInWords(card.claim))),
          h(
            'span',
            {class: 'verdict'},
            card.card === card.claim ? t('verdict_true') : t('verdict_false', {card: cardInWords(card.card)}),
          ),
        ),
      ),
    ),
    h(
      'p',
      {class: `outcome${moves ? ' comes' : ''}`, key: `outcome-${event.seq}`},
      gained,
      ' ',
      h('b', null, t('outcome_tally', {n: points, charons: t('n_charons', {n: charons})})),
    ),
  ];
}

/** @param {Revealed} card */
function verdictOf(card) {
  return card.card === card.claim ? 'was-true' : 'was-false';
}
