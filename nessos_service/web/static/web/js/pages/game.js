/**
 * The page of one game: the waiting room before it, the table, and what came of it.
 *
 * @import {Game} from '../types.js'
 * @import {Key} from '../lang.js'
 * @import {Choice} from '../table/controls.js'
 * @import {Meanwhile} from '../table/play.js'
 */
import {figure} from '../cards.js';
import {chosen} from '../choices.js';
import {draw, h, isStill, place} from '../dom.js';
import {currentLanguage, lengthIn, listed, momentIn, secondsTo, t, tMaybe} from '../lang.js';
import {api, attempt, begin, currentAccount, tell, tellError} from '../shell.js';
import {controls, NOTHING, pressed} from '../table/controls.js';
import {Log} from '../table/log.js';
import {counts, middle} from '../table/lot.js';
import {isOver, Play} from '../table/play.js';
import {others, seatPanel} from '../table/seats.js';
import {Talk} from '../table/talk.js';
import {waitingRoom} from '../table/waiting.js';
import {inWords, tableOf} from '../words.js';

const id = document.body.dataset.game ?? '';
const invite = new URLSearchParams(location.search).get('invite');
const log = new Log();
const REMATCH_EVERY = 4000;
const LOOK_IN_EVERY = 4000;

/** @type {Play|null} */
let play = null;
/** What is said at the table, for those who sit there. @type {Talk|null} */
let talk = null;
/** A private game to which we are invited, and at which we do not sit yet. @type {Game|null} */
let invitation = null;
/** @type {Choice} */
let choice = NOTHING;
/** @type {Meanwhile|null} */
let meanwhile = null;
/** What a bot would do, and at which version. @type {{version: number, words: string[]}|null} */
let hinted = null;
let note = '';
let drawnVersion = -1;

await begin(page, load);
setInterval(tick, 1000);
// No event tells of a rematch: the game is over.
setInterval(() => {
  if (play && play.game.status === 'finished' && play.game.you && !play.game.rematch && !document.hidden)
    void play.refresh();
}, REMATCH_EVERY);
document.addEventListener('keydown', onKey);
addEventListener('pagehide', () => {
  play?.stop();
  talk?.stop();
});

async function load() {
  const me = currentAccount()?.name ?? null;
  const game = await api.game(id, invite);
  if (invite !== null && game.you === null && game.settings.visibility === 'private') {
    invitation = game;
    setInterval(lookIn, LOOK_IN_EVERY);
    return;
  }
  const events = await api.log(id);
  play = new Play({
    api,
    game,
    log: events,
    me,
    pace: () => chosen('pace', isStill() ? 'brisk' : 'calm'),
    onChange: changed,
    onTold: (fresh) => log.add(fresh, table()),
    onMeanwhile: (told) => {
      meanwhile = told;
      changed();
      place('main').querySelector('.meanwhile')?.scrollIntoView({block: 'nearest'});
    },
    onError: tellError,
    onTalk: () => void talk?.refresh(),
  });
  log.add(events, table());
}

/** Those who sit there talk: from when they sit down. @param {Game} game */
function talking(game) {
  if (talk === null && game.you !== null && game.status !== 'cancelled' && game.status !== 'voided')
    talk = new Talk({
      api,
      game: id,
      me: currentAccount()?.name ?? null,
      isLive: () => play?.connection === 'live' && play.follower.isStreaming,
      tell,
      onError: tellError,
    });
  return talk;
}

/** An invitation shows the game, and not its events: those are for who sits there. */
async function lookIn() {
  const game = await attempt(() => api.game(id, invite));
  if (game?.you) location.replace(`/games/${id}`);
  if (game) invitation = game;
  drawTable();
}

/** Who sits where, for words. */
function table() {
  return tableOf(play?.game.seats ?? [], play?.game.you?.seat ?? null);
}

function changed() {
  const version = play?.game.version ?? -1;
  if (version !== drawnVersion) {
    // What was chosen was chosen at another table.
    choice = NOTHING;
    note = '';
    drawnVersion = version;
  }
  drawTable();
}

/** Everything, in the language of the page. */
function page() {
  log.again(table());
  talk?.again();
  drawTable();
}

function drawTable() {
  const main = place('main');
  if (invitation) {
    draw(main, heading(invitation), waitingRoom(invitation, {invite, refresh: lookIn}));
    return;
  }
  if (!play) {
    draw(
      main,
      h('h1', null, t('game')),
      h('p', null, t('game_not_here')),
      h('p', null, h('a', {href: '/lobby'}, t('to_lobby'))),
    );
    return;
  }
  const {game} = play;
  if (game.status === 'open') {
    draw(
      main,
      heading(game),
      waitingRoom(game, {invite, refresh: () => play?.refresh()}),
      h('div', {class: 'talk-place', key: 'talk', keep: true}),
    );
    seat(talking(game)?.element, main.querySelector('.talk-place'));
  } else {
    draw(
      main,
      heading(game),
      missed(),
      result(game),
      h(
        'div',
        {class: 'table-and-log'},
        h('div', {class: 'table', key: 'table'}, ...tableParts(game)),
        h('div', {class: 'log-place', key: 'log', keep: true}),
      ),
    );
    const holder = main.querySelector('.log-place');
    if (log.element.parentElement !== holder) {
      holder?.append(log.element);
      log.toEnd();
    }
    seat(talking(game)?.element, holder);
  }
  tick();
}

/** Put an element where it belongs, unless it is there. @param {HTMLElement|undefined} element @param {Element|null} holder */
function seat(element, holder) {
  if (element && holder && element.parentElement !== holder) holder.append(element);
}

/** @param {Game} game */
function tableParts(game) {
  const mine = game.you === null ? null : game.seats[game.you.seat];
  const moves = play !== null && play.isRevealNew && !isStill();
  return [
    counts(game),
    others(game),
    middle(game, play?.reveal ?? null, table(), {moves}),
    mine
      ? h('ul', {class: 'seats own', 'aria-label': t('your_seat')}, seatPanel(game, mine))
      : h('p', {class: 'quiet watching'}, t('watching')),
    game.you && game.status === 'active' ? controls(player(game)) : null,
    hint(game),
    note ? h('p', {class: 'explained', role: 'alert', key: 'note'}, note) : null,
  ];
}

/** Whoever is to act may ask what a bot would do, unless the game counts for ratings. @param {Game} game */
function hint(game) {
  if (!play?.isReady || game.settings.rated || game.you?.legal == null) return null;
  const words = hinted?.version === game.version ? hinted.words : null;
  return h(
    'section',
    {class: 'hint', key: 'hint', role: 'status'},
    words === null
      ? h('button', {type: 'button', class: 'quiet', on: {click: () => void ask(game)}}, t('hint_ask'))
      : [h('h2', null, t('hint')), ...words.map((sentence) => h('p', null, sentence))],
  );
}

/** @param {Game} game */
async function ask(game) {
  const told = await attempt(() => api.hint(game.id, currentLanguage()));
  if (told) hinted = told;
  drawTable();
}

/** @param {Game} game */
function player(game) {
  return {
    game,
    choice,
    isReady: play?.isReady ?? false,
    hasKeys: chosen('keys', 'on') === 'on',
    choose: (/** @type {Choice} */ next) => {
      choice = next;
      note = '';
      meanwhile = null;
      drawTable();
      focusNext();
    },
    move: (/** @type {import('../types.js').Move} */ move) => {
      choice = NOTHING;
      note = '';
      meanwhile = null;
      void play?.move(move);
    },
    explain: (/** @type {string} */ text) => {
      note = text;
      drawTable();
    },
  };
}

/** After a choice by keyboard the next one is at hand. */
function focusNext() {
  const next =
    choice.place === null ? null : choice.claim === null ? '.claims button' : '.asked button:not([aria-disabled])';
  if (next) /** @type {HTMLElement|null} */ (place('main').querySelector(next))?.focus({preventScroll: false});
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!play || chosen('keys', 'on') !== 'on' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (
    event.target instanceof HTMLInputElement ||
    event.target instanceof HTMLTextAreaElement ||
    event.target instanceof HTMLSelectElement
  )
    return;
  if (pressed(player(play.game), event.key)) event.preventDefault();
}

/** @param {Game} game */
function heading(game) {
  return h(
    'div',
    {class: 'game-head'},
    h('h1', null, game.name || t('game_of', {who: game.creator})),
    connection(),
    h('p', {class: 'deadline', id: 'deadline'}, ''),
    game.you && game.status === 'active'
      ? h('button', {type: 'button', class: 'quiet', on: {click: resign}}, t('resign'))
      : null,
  );
}

function tick() {
  const line = document.getElementById('deadline');
  if (!line || !play) return;
  const {game} = play;
  let text = '';
  if (game.status === 'active' && game.deadline !== null && game.to_act !== null) {
    const left = secondsTo(game.deadline);
    const who = game.to_act === game.you?.seat ? t('you') : (game.seats[game.to_act].player?.name ?? '');
    text = left > 0 ? t('time_left', {who, left: lengthIn(left)}) : t('time_over', {who});
    line.title = momentIn(game.deadline);
    line.classList.toggle('soon', left < 60 && game.to_act === game.you?.seat);
  }
  if (line.textContent !== text) line.textContent = text;
  const mine = game.status === 'active' && game.to_act !== null && game.to_act === game.you?.seat;
  document.title = `${mine ? '● ' : ''}${game.name || t('game_of', {who: game.creator})} · Nessos`;
}

function connection() {
  const state = play?.connection ?? 'live';
  const words = {live: t('connection_live'), lost: t('connection_lost'), over: t('connection_over')};
  return h(
    'p',
    {class: `connection ${state}`, id: 'connection', role: 'status'},
    h('span', {class: 'lamp', 'aria-hidden': 'true'}),
    words[state],
  );
}

/** What happened before a move of ours came in. */
function missed() {
  if (meanwhile === null) return null;
  const lines = meanwhile.events.map((event) => inWords(event, table())).filter((line) => line !== null);
  return h(
    'section',
    {class: 'meanwhile', role: 'alert', key: 'meanwhile'},
    h('h2', null, t('meanwhile')),
    lines.length > 0
      ? h(
          'ul',
          null,
          lines.map((line) => h('li', null, line)),
        )
      : null,
    h('p', null, meanwhile.stillLegal ? t('meanwhile_still') : t('meanwhile_gone')),
    h(
      'button',
      {
        type: 'button',
        on: {
          click: () => {
            meanwhile = null;
            drawTable();
          },
        },
      },
      t('close'),
    ),
  );
}

/** @param {Game} game */
function result(game) {
  if (!isOver(game)) return null;
  const names =
    game.result?.winners.map((seat) => (seat === game.you?.seat ? t('you') : (game.seats[seat].player?.name ?? ''))) ??
    [];
  const won = game.result !== null && game.you !== null && game.result.winners.includes(game.you.seat);
  const title = won
    ? t('you_won')
    : names.length > 0
      ? t('they_won', {who: listed(names), n: names.length})
      : t(/** @type {Key} */ (`status_${game.status}`));
  return h(
    'section',
    {class: 'result', key: 'result'},
    h('h2', null, figure('amphora', 'icon'), title),
    game.result ? h('p', null, tMaybe(`reason_${game.result.reason}`) ?? game.result.reason) : null,
    game.rematch && game.you ? h('p', {role: 'status'}, t('rematch_offered')) : null,
    h(
      'p',
      {class: 'row'},
      game.started_at !== null && game.status !== 'cancelled'
        ? h('a', {class: 'button', href: `/games/${game.id}/replay`}, t('see_replay'))
        : null,
      game.you && game.status === 'finished'
        ? h(
            'button',
            {type: 'button', class: 'button main', id: 'rematch', on: {click: rematch}},
            game.rematch ? t('rematch_join') : t('rematch'),
          )
        : null,
      h('a', {class: 'button', href: '/lobby'}, t('to_lobby')),
    ),
  );
}

async function rematch() {
  const next = await attempt(() => api.rematch(id));
  if (next) location.assign(`/games/${next.id}`);
}

async function resign() {
  if (!globalThis.confirm(t('resign_sure'))) return;
  const game = await attempt(() => api.resign(id));
  if (game) {
    tell(t('resigned'));
    await play?.refresh();
  }
}
