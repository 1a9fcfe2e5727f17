/**
 * A game step by step: forwards and back, through anybody's eyes, with its chart, its bluffs, and the proof of the
 * shuffle. Everything is computed here, from the log or the record.
 *
 * @import {Game, GameEvent, GameRecord} from '../types.js'
 * @import {Key} from '../lang.js'
 * @import {Eyes, Step} from '../replay.js'
 * @import {Step as ProofStep} from '../verify.js'
 */
import {chart} from '../chart.js';
import {cardFace} from '../cards.js';
import {draw, h, isStill, place} from '../dom.js';
import {t} from '../lang.js';
import {bluffs, replayed, standings} from '../replay.js';
import {api, begin} from '../shell.js';
import {stillHand} from '../table/controls.js';
import {Log} from '../table/log.js';
import {counts, middle} from '../table/lot.js';
import {isOver} from '../table/play.js';
import {others, seatPanel} from '../table/seats.js';
import {verify} from '../verify.js';
import {inWords, tableOf} from '../words.js';

const id = document.body.dataset.game ?? '';
const log = new Log((seq) => go(seq));

/** @type {Game|null} */
let game = null;
/** @type {GameRecord|null} */
let record = null;
/** @type {GameEvent[]} */
let events = [];
/** @type {Eyes} */
let eyes = null;
/** @type {Step[]} */
let steps = [];
let seq = 1;
let isForward = false;
/** @type {ProofStep[]|null} */
let proof = null;

await begin(page, load);
document.addEventListener('keydown', onKey);
addEventListener('popstate', () => {
  readAddress();
  drawPage();
});

async function load() {
  game = await api.game(id);
  if (isOver(game) && game.started_at !== null) {
    record = await api.record(id).catch(() => null);
  }
  events = record ? record.events : await api.log(id);
  readAddress();
  log.add(events, table());
}

/** A step has a link: `?step=17&eyes=2`, where eyes are `open`, a seat or nobody's. */
function readAddress() {
  const address = new URLSearchParams(location.search);
  const given = address.get('eyes');
  const me = game?.you?.seat ?? null;
  if (given === 'open' && record) eyes = 'open';
  else if (given !== null && /^[1-6]$/.test(given) && canSee(Number(given) - 1)) eyes = Number(given) - 1;
  else if (given === 'none') eyes = null;
  else eyes = record ? 'open' : me;
  steps = replayed(id, events, eyes);
  const first = events.find((event) => event.kind === 'round_started')?.seq ?? 1;
  seq = clamp(Number(address.get('step') ?? first) || first);
}

/** After the end anybody's; before, one's own alone. @param {number} seat */
function canSee(seat) {
  return record !== null ? seat < (game?.seats.length ?? 0) : seat === game?.you?.seat;
}

/** @param {number} wanted */
function clamp(wanted) {
  return Math.min(Math.max(1, Math.trunc(wanted)), events.length);
}

function table() {
  const seats = steps[seq - 1]?.game.seats ?? game?.seats ?? [];
  return tableOf(
    seats.some((seat) => seat.player) ? seats : (game?.seats ?? []),
    typeof eyes === 'number' ? eyes : null,
  );
}

/** @param {number} wanted */
function go(wanted) {
  const next = clamp(wanted);
  isForward = next === seq + 1;
  seq = next;
  remember();
  drawPage();
}

/** @param {Eyes} wanted */
function look(wanted) {
  eyes = wanted;
  steps = replayed(id, events, eyes);
  remember();
  page();
}

function remember() {
  const address = new URL(location.href);
  address.searchParams.set('step', String(seq));
  address.searchParams.set('eyes', eyes === 'open' ? 'open' : eyes === null ? 'none' : String(eyes + 1));
  history.replaceState(null, '', address);
}

function page() {
  log.again(table());
  drawPage();
}

function drawPage() {
  const main = place('main');
  const step = steps[seq - 1];
  if (!game || !step) {
    draw(main, h('h1', null, t('replay')), h('p', null, t('game_not_here')));
    return;
  }
  draw(
    main,
    h(
      'div',
      {class: 'game-head'},
      h('h1', null, `${t('replay')}: ${game.name || t('game_of', {who: game.creator})}`),
      h('a', {class: 'button', href: `/games/${id}`}, t('to_game')),
    ),
    bar(step),
    h(
      'div',
      {class: 'table-and-log'},
      h('div', {class: 'table', key: 'table'}, tableParts(step)),
      h('div', {class: 'log-place', key: 'log', keep: true}),
    ),
    h(
      'section',
      {class: 'chart', key: 'chart'},
      h('h2', null, t('chart')),
      chart(
        standings(events),
        game.seats.map((seat) => seat.player?.name ?? ''),
        game.rules.points_to_win,
        events[seq - 1].round ?? 0,
      ),
    ),
    bluffTable(),
    record ? fairness() : h('p', {class: 'quiet'}, t('verify_later')),
  );
  const holder = main.querySelector('.log-place');
  if (log.element.parentElement !== holder) holder?.append(log.element);
  log.mark(seq);
}

/** @param {Step} step */
function bar(step) {
  const seats = game?.seats ?? [];
  return h(
    'div',
    {class: 'replay-bar', key: 'bar'},
    h(
      'div',
      {class: 'row steps', role: 'group', 'aria-label': t('steps')},
      button('|◀', t('step_first'), () => go(1)),
      button('◀◀', t('step_round_back'), () => go(roundBefore())),
      button('◀', t('step_back'), () => go(seq - 1)),
      h('label', {class: 'unseen', for: 'step'}, t('step_n', {n: seq, of: events.length})),
      h('input', {
        type: 'range',
        id: 'step',
        min: 1,
        max: events.length,
        value: seq,
        key: `range-${seq}`,
        on: {change: (/** @type {any} */ event) => go(Number(event.target.value))},
      }),
      button('▶', t('step_on'), () => go(seq + 1)),
      button('▶▶', t('step_round_on'), () => go(roundAfter())),
      button('▶|', t('step_last'), () => go(events.length)),
      h('span', {class: 'step-n'}, `${seq} / ${events.length}`),
    ),
    h(
      'p',
      {class: 'field eyes'},
      h('label', {for: 'eyes'}, t('eyes')),
      h(
        'select',
        {
          id: 'eyes',
          on: {
            change: (/** @type {any} */ event) =>
              look(
                event.target.value === 'open'
                  ? 'open'
                  : event.target.value === 'none'
                    ? null
                    : Number(event.target.value),
              ),
          },
        },
        record ? h('option', {value: 'open', selected: eyes === 'open'}, t('eyes_open')) : null,
        h('option', {value: 'none', selected: eyes === null}, t('eyes_none')),
        seats
          .filter((seat) => canSee(seat.seat))
          .map((seat) => h('option', {value: seat.seat, selected: eyes === seat.seat}, seat.player?.name ?? '')),
      ),
    ),
    h('p', {class: 'step-words', role: 'status'}, inWords(step.event, table()) ?? ''),
  );
}

/** @param {string} sign @param {string} label @param {() => void} act */
function button(sign, label, act) {
  return h(
    'button',
    {type: 'button', class: 'button', title: label, 'aria-label': label, on: {click: act}},
    h('span', {'aria-hidden': 'true'}, sign),
  );
}

function roundBefore() {
  return events.findLast((event) => event.kind === 'round_started' && event.seq < seq)?.seq ?? 1;
}

function roundAfter() {
  return events.find((event) => event.kind === 'round_started' && event.seq > seq)?.seq ?? events.length;
}

/** @param {Step} step */
function tableParts({game: now, event, hands}) {
  if (now.status === 'open')
    return [
      h(
        'ul',
        {class: 'waiting-seats'},
        now.seats.map((seat) => h('li', null, seat.player?.name ?? t('seat_free'))),
      ),
    ];
  const mine = now.you === null ? null : now.seats[now.you.seat];
  const isReveal = event.kind === 'lot_accepted' || event.kind === 'lot_refused';
  const last =
    events.slice(0, seq).findLast((other) => other.kind === 'lot_accepted' || other.kind === 'lot_refused') ?? null;
  return [
    counts(now),
    others(now, hands),
    middle(now, last, table(), {moves: isReveal && isForward && !isStill()}),
    mine ? h('ul', {class: 'seats own'}, seatPanel(now, mine)) : null,
    now.you ? stillHand(now.you.hand) : null,
  ];
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (
    event.target instanceof HTMLInputElement ||
    event.target instanceof HTMLSelectElement ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  if (event.key === 'ArrowRight') go(seq + 1);
  else if (event.key === 'ArrowLeft') go(seq - 1);
  else if (event.key === 'Home') go(1);
  else if (event.key === 'End') go(events.length);
  else return;
  event.preventDefault();
}

function bluffTable() {
  const rows = bluffs(events);
  if (rows.length === 0) return null;
  return h(
    'section',
    {class: 'bluffs', key: 'bluffs'},
    h('h2', null, t('bluffs')),
    h(
      'div',
      {class: 'scrolling', tabindex: '0', role: 'group', 'aria-label': t('bluffs')},
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [
              t('player'),
              t('bluff_offers'),
              t('bluff_made'),
              t('bluff_believed'),
              t('bluff_caught'),
              t('bluff_fell'),
            ].map((text) => h('th', {scope: 'col'}, text)),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map((row, seat) =>
            h(
              'tr',
              {key: `bluff-${seat}`},
              h('th', {scope: 'row'}, game?.seats[seat].player?.name ?? ''),
              [row.offers, row.made, row.believed, row.caught, row.fell].map((n) => h('td', null, n)),
            ),
          ),
        ),
      ),
    ),
    h('p', {class: 'about'}, t('bluffs_about')),
  );
}

function fairness() {
  return h(
    'section',
    {class: 'fairness', key: 'fairness'},
    h('h2', null, t('verify')),
    h('p', null, t('verify_about')),
    h('button', {type: 'button', class: 'button main', id: 'verify', on: {click: check}}, t('verify_now')),
    proof === null ? null : h('ol', {class: 'proof'}, proof.map(proofStep)),
    proof === null
      ? null
      : h(
          'p',
          {class: 'proof-end', role: 'status', id: 'proof-end'},
          proof.every((step) => step.holds) ? t('verify_fair') : t('verify_unfair'),
        ),
  );
}

/** @param {ProofStep} step */
function proofStep({step, holds, shown}) {
  const details = Object.entries(shown).filter(([name]) => !['n', 'players', 'seat'].includes(name));
  return h(
    'li',
    {class: holds ? 'holds' : 'fails'},
    h('span', {class: 'mark'}, holds ? '✓ ' : '✗ '),
    t(/** @type {Key} */ (`proof_${step}`), shown),
    details.length > 0
      ? h(
          'dl',
          null,
          details.map(([name, value]) =>
            h(
              'div',
              null,
              h('dt', null, name),
              h(
                'dd',
                null,
                h('code', null, name === 'cards' ? '' : String(value)),
                name === 'cards' ? cardsOf(String(value)) : null,
              ),
            ),
          ),
        )
      : null,
  );
}

/** @param {string} cards */
function cardsOf(cards) {
  return h(
    'span',
    {class: 'deck'},
    cards.split(' ').map((card) => cardFace(Number(card), {small: true})),
  );
}

async function check() {
  if (!record) return;
  if (!globalThis.crypto?.subtle) {
    proof = [{step: 'readable', holds: false, shown: {error: t('verify_insecure')}}];
  } else {
    proof = await verify(record);
  }
  drawPage();
}
