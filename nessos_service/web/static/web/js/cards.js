/**
 * Cards as they are seen: a figure, a number, a name.
 *
 * @import {Card} from './types.js'
 * @import {Child} from './dom.js'
 */
import {h, svg} from './dom.js';
import {cardInWords, cardName, t} from './lang.js';

// The shell knows under which name the sheet may be kept.
const FIGURES = document.body.dataset.figures ?? '';

/** A drawing of the sheet. @param {string} name @param {string} [kind] */
export function figure(name, kind = 'figure') {
  return svg(
    'svg',
    {class: kind, viewBox: '0 0 64 64', 'aria-hidden': 'true', focusable: 'false'},
    svg('use', {href: `${FIGURES}#${name}`}),
  );
}

/** @param {Card} card */
function kindOf(card) {
  return card === 0 ? 'charon' : 'creature';
}

/** What is on a card. @param {Card} card @returns {Child[]} */
function face(card) {
  return [
    h('b', {class: 'card-number'}, card === 0 ? '☽' : card),
    figure(`card-${card}`),
    h('span', {class: 'card-name'}, cardName(card)),
  ];
}

/** A card face up. @param {Card} card @param {{small?: boolean, key?: string, extra?: string}} [options] */
export function cardFace(card, {small = false, key, extra = ''} = {}) {
  const label = cardInWords(card);
  return h(
    'span',
    {
      class: `card ${kindOf(card)}${small ? ' small' : ''} ${extra}`.trim(),
      role: 'img',
      'aria-label': label,
      title: label,
      key,
      'data-card': card,
    },
    face(card),
  );
}

/** An amphora: a card face down. @param {{small?: boolean, key?: string, label?: string}} [options] */
export function cardBack({small = false, key, label} = {}) {
  const about = label === undefined ? {'aria-hidden': 'true'} : {role: 'img', 'aria-label': label};
  return h('span', {class: `card back${small ? ' small' : ''}`, key, ...about}, figure('amphora'));
}

/** A card that is about to turn: its back, then its face. @param {Card} card @param {number} place */
export function cardTurning(card, place) {
  return h(
    'span',
    {class: `turning wait-${place}`, role: 'img', 'aria-label': cardInWords(card), 'data-card': card},
    h('span', {class: 'side-back'}, cardBack()),
    h('span', {class: `side-face card ${kindOf(card)}`}, face(card)),
  );
}

/**
 * A card of one's hand, to be chosen.
 * @param {Card} card
 * @param {{isChosen: boolean, bar: string|null, hint: string|null, key: string, choose: () => void}} options
 */
export function cardButton(card, {isChosen, bar, hint, key, choose}) {
  const label = cardInWords(card);
  return h(
    'button',
    {
      type: 'button',
      class: `card ${kindOf(card)} playable`,
      'aria-pressed': String(isChosen),
      'aria-disabled': bar === null ? null : 'true',
      'aria-label': bar === null ? t('hand_choose', {card: label}) : `${label}. ${bar}`,
      'data-card': card,
      key,
      on: {click: choose},
    },
    face(card),
    hint === null ? null : h('kbd', {'aria-hidden': 'true'}, hint),
  );
}
