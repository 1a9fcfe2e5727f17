/**
 * The lobby: games that wait for me, games that wait for players, and a new one.
 *
 * @import {BotLevel, Summary, Temperament} from '../types.js'
 * @import {Key} from '../lang.js'
 */
import {figure} from '../cards.js';
import {draw, h, place} from '../dom.js';
import {secondsOf} from '../fold.js';
import {dayIn, lengthIn, listed, secondsTo, t, tMaybe} from '../lang.js';
import {api, attempt, begin, currentAccount} from '../shell.js';
import {temperamentsToChoose} from '../table/waiting.js';

const EVERY = 4000;
const TURNS = ['PT1M', 'PT10M', 'PT1H', 'PT12H', 'P1D', 'P3D', 'P7D', 'P14D'];

/** @type {Record<'mine'|'open'|'running'|'finished', Summary[]|null>} */
const lists = {mine: null, open: null, running: null, finished: null};
/** @type {string|null} */
let moreFinished = null;
/** @type {Set<string>} games that wait for me */
let waiting = new Set();
/** @type {BotLevel[]} */
let levels = [];
/** @type {Temperament[]} */
let temperaments = [];
let players = 4;

await begin(page, load);
const timer = setInterval(() => {
  if (!document.hidden) refresh().then(page, () => {});
}, EVERY);
addEventListener('pagehide', () => clearInterval(timer));

// What is addressed to me arrives at once; the rest is looked at every few seconds.
if (currentAccount()) {
  const source = new EventSource('/api/v1/players/me/stream');
  for (const kind of ['your_turn', 'game_started', 'game_ended', 'game_cancelled', 'game_voided', 'seat_handed_over']) {
    source.addEventListener(kind, () => refresh().then(page, () => {}));
  }
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) source.close();
  });
  addEventListener('pagehide', () => source.close());
}

async function load() {
  ({items: levels, temperaments} = await api.bots());
  await refresh();
}

async function refresh() {
  const me = currentAccount()?.name;
  const [mine, turns, open, running, finished] = await Promise.all([
    me ? api.games({player: me, status: 'open,active', limit: 100}) : null,
    me ? api.turns() : null,
    api.games({status: 'open', joinable: true, limit: 30}),
    api.games({status: 'active', limit: 10}),
    me ? api.games({player: me, status: 'finished', limit: 10}) : null,
  ]);
  waiting = new Set((turns?.items ?? []).map((game) => game.id));
  // Those that wait for me come first, the most urgent before the others.
  const others = (mine?.items ?? []).filter((game) => !waiting.has(game.id));
  lists.mine = me ? [...(turns?.items ?? []), ...others] : null;
  lists.open = open.items;
  lists.running = running.items.filter((game) => game.you === null);
  if (lists.finished === null || lists.finished.length <= 10) {
    lists.finished = finished?.items ?? null;
    moreFinished = finished?.next ?? null;
  }
}

function page() {
  const account = currentAccount();
  draw(
    place('main'),
    h('h1', null, t('lobby')),
    h(
      'div',
      {class: 'lobby'},
      h(
        'div',
        {class: 'lobby-games'},
        account
          ? section('mine', t('my_games'), lists.mine, t('no_games_mine'))
          : h('p', null, t('lobby_sign_in'), ' ', h('a', {href: '/login?next=/lobby'}, t('sign_in'))),
        section('open', t('open_games'), lists.open, t('no_games_open')),
        section('running', t('running_games'), lists.running, t('no_games_running')),
        account ? section('finished', t('finished_games'), lists.finished, t('no_games_finished')) : null,
        moreFinished ? h('button', {type: 'button', class: 'button', on: {click: more}}, t('more')) : null,
      ),
      account ? newGame() : null,
    ),
  );
}

async function more() {
  const page_ = await attempt(() =>
    api.games({player: currentAccount()?.name, status: 'finished', limit: 20, cursor: moreFinished}),
  );
  if (!page_) return;
  lists.finished = [...(lists.finished ?? []), ...page_.items];
  moreFinished = page_.next;
  page();
}

/** @param {string} kind @param {string} title @param {Summary[]|null} games @param {string} none */
function section(kind, title, games, none) {
  return h(
    'section',
    {class: `games ${kind}`, key: kind},
    h('h2', null, title),
    games === null
      ? h('p', {class: 'quiet'}, t('loading'))
      : games.length === 0
        ? h('p', {class: 'quiet'}, none)
        : h('ul', null, games.map(row)),
  );
}

/** @param {Summary} game */
function row(game) {
  const isMine = waiting.has(game.id);
  const names = game.seats.map((seat) => seat.player?.name).filter((name) => name !== undefined);
  return h(
    'li',
    {key: game.id, class: isMine ? 'game-row waits' : 'game-row'},
    h(
      'a',
      {href: `/games/${game.id}`},
      isMine ? figure('amphora', 'icon') : null,
      h('b', null, game.name || t('game_of', {who: game.creator})),
    ),
    h('span', {class: 'quiet'}, listed(names)),
    h('span', {class: 'row-state'}, stateOf(game, isMine)),
  );
}

/** @param {Summary} game @param {boolean} isMine */
function stateOf(game, isMine) {
  if (game.status === 'open') {
    const free = game.seats.filter((seat) => seat.player === null).length;
    return [
      t('seats_free', {n: free}),
      t('setting_turn', {length: lengthIn(secondsOf(game.settings.turn))}),
      game.settings.rated ? t('setting_rated') : t('setting_unrated'),
    ].join(' · ');
  }
  if (game.status === 'active') {
    const left = game.deadline === null ? '' : lengthIn(secondsTo(game.deadline));
    if (isMine) return t('waits_for_you', {left});
    const who = game.to_act === null ? '' : (game.seats[game.to_act].player?.name ?? '');
    return t('waits_for', {who, round: game.round ?? 0});
  }
  const winners = (game.result?.winners ?? []).map((seat) => game.seats[seat].player?.name ?? '');
  const won =
    winners.length > 0
      ? t('they_won', {who: listed(winners), n: winners.length})
      : t(/** @type {Key} */ (`status_${game.status}`));
  return `${won} · ${dayIn(game.created_at)}`;
}

function newGame() {
  return h(
    'form',
    {class: 'form new-game', id: 'new-game', key: 'new', on: {submit: open}},
    h('h2', null, t('new_game')),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'game-name'}, t('game_name')),
      h('input', {id: 'game-name', name: 'name', maxlength: 60}),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'game-players'}, t('game_players')),
      select(
        'game-players',
        'players',
        ['3', '4', '5', '6'].map((n) => [n, n]),
        String(players),
        (value) => {
          players = Number(value);
          page();
        },
      ),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'game-turn'}, t('game_turn')),
      select(
        'game-turn',
        'turn',
        TURNS.map((turn) => [turn, lengthIn(secondsOf(turn))]),
        'P3D',
      ),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'game-visibility'}, t('game_visibility')),
      select(
        'game-visibility',
        'visibility',
        [
          ['public', t('setting_public')],
          ['private', t('setting_private')],
        ],
        'public',
      ),
    ),
    h(
      'fieldset',
      null,
      h('legend', null, t('game_bots')),
      h('p', {class: 'about'}, t('game_bots_about')),
      Array.from({length: players - 1}, (_, place) =>
        h(
          'p',
          {class: 'field', key: `bot-${place}`},
          h('label', {for: `game-bot-${place}`}, t('seat_n', {n: place + 2})),
          select(
            `game-bot-${place}`,
            'bot',
            [
              ['', t('seat_for_people')],
              ...levels.map(
                (level) =>
                  /** @type {[string, string]} */ ([level.level, tMaybe(`level_${level.level}`) ?? level.name]),
              ),
            ],
            '',
          ),
          select(
            `game-temperament-${place}`,
            'temperament',
            temperamentsToChoose(temperaments),
            '',
            undefined,
            `${t('temperament')}, ${t('seat_n', {n: place + 2})}`,
          ),
        ),
      ),
    ),
    h(
      'p',
      {class: 'check'},
      h('input', {type: 'checkbox', id: 'game-allow-bots', name: 'allow_bots'}),
      h('label', {for: 'game-allow-bots'}, t('game_allow_bots')),
    ),
    h('p', {class: 'about'}, t('game_allow_bots_about')),
    h(
      'p',
      {class: 'check'},
      h('input', {type: 'checkbox', id: 'game-rated', name: 'rated', checked: true}),
      h('label', {for: 'game-rated'}, t('game_rated')),
    ),
    h(
      'p',
      {class: 'field'},
      h('label', {for: 'game-entropy'}, t('game_entropy')),
      h('input', {id: 'game-entropy', name: 'entropy', maxlength: 64, autocomplete: 'off'}),
    ),
    h('p', {class: 'about'}, t('game_entropy_about')),
    h('button', {class: 'button main'}, t('open_game')),
  );
}

/**
 * @param {string} id @param {string} name @param {(readonly [string, string])[]|string[][]} options @param {string} value
 * @param {(value: string) => void} [changed] @param {string} [label] what it is called, where no label stands beside it
 */
function select(id, name, options, value, changed, label) {
  return h(
    'select',
    {id, name, 'aria-label': label ?? null, on: changed ? {change: (/** @type {any} */ event) => changed(event.target.value)} : null},
    options.map(([code, text]) => h('option', {value: code, selected: code === value}, text)),
  );
}

/** @param {SubmitEvent} event */
async function open(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const entropy = String(data.get('entropy') ?? '');
  const tempers = data.getAll('temperament').map(String);
  const bots = data
    .getAll('bot')
    .map((level, place) => (level && tempers[place] ? `${level}+${tempers[place]}` : String(level)));
  const game = await attempt(() =>
    api.openGame({
      name: String(data.get('name') ?? ''),
      players: Number(data.get('players')),
      turn: String(data.get('turn')),
      visibility: String(data.get('visibility')),
      bots: bots.filter(Boolean),
      rated: data.get('rated') !== null,
      allow_bots: data.get('allow_bots') !== null,
      ...(entropy ? {entropy} : {}),
    }),
  );
  if (game) location.assign(`/games/${game.id}`);
}
