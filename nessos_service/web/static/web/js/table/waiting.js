/**
 * Before a game starts: who sits there, who may come, and how.
 *
 * @import {BotLevel, Game, SeatView, Temperament} from '../types.js'
 */
import {h} from '../dom.js';
import {lengthIn, t, tMaybe} from '../lang.js';
import {secondsOf} from '../fold.js';
import {api, attempt, currentAccount, tell} from '../shell.js';
import {kindOfBot} from './seats.js';

const FEWEST = 3;
/** @type {BotLevel[]|null} */
let levels = null;
/** @type {Temperament[]} */
let temperaments = [];
/** Of the bot that is seated next. */
let temperament = '';
/** What we bring to the shuffle; without any it is drawn for us. */
let entropy = '';

/** @param {Game} game @param {{invite: string|null, refresh: () => unknown}} options */
export function waitingRoom(game, {invite, refresh}) {
  const isCreator = game.creator === currentAccount()?.name;
  const taken = game.seats.filter((seat) => seat.player !== null).length;
  if (isCreator && levels === null) {
    levels = [];
    api.bots().then(
      (page) => {
        ({items: levels, temperaments} = page);
        refresh();
      },
      () => {},
    );
  }
  return h(
    'div',
    {class: 'waiting'},
    h('p', {class: 'settings'}, settingsInWords(game)),
    h(
      'ul',
      {class: 'waiting-seats', 'aria-label': t('seats')},
      game.seats.map((seat) => waitingSeat(game, seat, isCreator, refresh)),
    ),
    isCreator && taken < game.seats.length && temperaments.length > 0
      ? h(
          'p',
          {class: 'field', key: 'temperament'},
          h('label', {for: 'next-temperament'}, t('temperament')),
          h(
            'select',
            {id: 'next-temperament', on: {change: (/** @type {any} */ event) => (temperament = event.target.value)}},
            temperamentsToChoose(temperaments).map(([code, text]) => h('option', {value: code}, text)),
          ),
        )
      : null,
    h(
      'div',
      {class: 'row'},
      game.you === null && taken < game.seats.length
        ? h(
            'p',
            {class: 'field', key: 'chance'},
            h('label', {for: 'seat-entropy'}, t('game_entropy')),
            h('input', {
              id: 'seat-entropy',
              maxlength: 64,
              autocomplete: 'off',
              placeholder: t('game_entropy_about'),
              on: {input: (/** @type {any} */ event) => (entropy = event.target.value)},
            }),
          )
        : null,
      game.you === null
        ? h(
            'button',
            {
              type: 'button',
              class: 'button main',
              'aria-disabled': taken === game.seats.length ? 'true' : null,
              on: {click: () => act(() => api.takeSeat(game.id, brought(invite)), refresh)},
            },
            t('take_seat'),
          )
        : null,
      isCreator
        ? h(
            'button',
            {
              type: 'button',
              class: 'button main',
              'aria-disabled': taken < FEWEST ? 'true' : null,
              on: {
                click: () =>
                  taken < FEWEST ? tell(t('start_needs', {n: FEWEST})) : act(() => api.start(game.id), refresh),
              },
            },
            t('start_now'),
          )
        : null,
      game.you
        ? h(
            'button',
            {type: 'button', class: 'button', on: {click: () => leave(game, isCreator, refresh)}},
            isCreator ? t('cancel_game') : t('leave_seat'),
          )
        : null,
    ),
    h('p', {class: 'quiet'}, taken < game.seats.length ? t('starts_when_full', {n: game.seats.length - taken}) : ''),
    game.you ? inviteOf(game) : null,
  );
}

/** @param {Temperament[]} known @returns {[string, string][]} each by its code and name; first, to have none */
export function temperamentsToChoose(known) {
  return [
    ['', t('temperament_none')],
    ...known.map(
      (each) =>
        /** @type {[string, string]} */ ([each.temperament, tMaybe(`temperament_${each.temperament}`) ?? each.name]),
    ),
  ];
}

/** @param {Game} game */
export function settingsInWords(game) {
  const turn = t('setting_turn', {length: lengthIn(secondsOf(game.settings.turn))});
  return [
    t('setting_players', {n: game.seats.length}),
    turn,
    game.settings.visibility === 'private' ? t('setting_private') : t('setting_public'),
    game.settings.rated ? t('setting_rated') : t('setting_unrated'),
    ...(game.settings.allow_bots ? [t('setting_allow_bots')] : []),
  ].join(' · ');
}

/** @param {Game} game @param {SeatView} seat @param {boolean} isCreator @param {() => unknown} refresh */
function waitingSeat(game, seat, isCreator, refresh) {
  const {player} = seat;
  return h(
    'li',
    {key: `seat-${seat.seat}`, class: player ? 'taken' : 'free'},
    h('span', {class: 'seat-number', 'aria-hidden': 'true'}, seat.seat + 1),
    h('span', {class: 'seat-name'}, player?.name ?? t('seat_free')),
    player?.kind === 'bot' ? h('span', {class: 'tag'}, kindOfBot(player)) : null,
    game.you?.seat === seat.seat ? h('span', {class: 'tag you'}, t('you')) : null,
    isCreator && player?.kind === 'bot'
      ? h(
          'button',
          {type: 'button', class: 'quiet', on: {click: () => act(() => api.unseatBot(game.id, seat.seat), refresh)}},
          t('unseat_bot'),
        )
      : null,
    isCreator && player === null
      ? h(
          'span',
          {class: 'row'},
          (levels ?? []).map((level) =>
            h(
              'button',
              {
                type: 'button',
                class: 'quiet',
                title: tMaybe(`about_${level.level}`) ?? level.description,
                on: {click: () => act(() => api.seatBot(game.id, level.level, temperament), refresh)},
              },
              t('seat_bot', {level: tMaybe(`level_${level.level}`) ?? level.name}),
            ),
          ),
        )
      : null,
  );
}

/** @param {Game} game */
function inviteOf(game) {
  const address = new URL(`/games/${game.id}`, location.href);
  if (game.invite) address.searchParams.set('invite', game.invite);
  return h(
    'p',
    {class: 'invite row'},
    h('label', {for: 'invite'}, t('invite_link')),
    h('input', {
      id: 'invite',
      readonly: true,
      value: address.href,
      on: {focus: (/** @type {any} */ event) => event.target.select()},
    }),
    h(
      'button',
      {
        type: 'button',
        class: 'button',
        on: {
          click: async () => {
            try {
              await navigator.clipboard.writeText(address.href);
              tell(t('copied'));
            } catch {
              document.getElementById('invite')?.focus();
            }
          },
        },
      },
      t('copy'),
    ),
  );
}

/** @param {Game} game @param {boolean} isCreator @param {() => unknown} refresh */
async function leave(game, isCreator, refresh) {
  if (isCreator && !globalThis.confirm(t('cancel_sure'))) return;
  const left = await attempt(async () => {
    await api.leaveSeat(game.id);
    return true;
  });
  if (left && (isCreator || game.settings.visibility === 'private')) location.assign('/lobby');
  else await refresh();
}

/** @param {() => Promise<unknown>} work @param {() => unknown} refresh */
async function act(work, refresh) {
  await attempt(work);
  await refresh();
}

/** @param {string|null} invite */
function brought(invite) {
  return {...(invite === null ? {} : {invite}), ...(entropy ? {entropy} : {})};
}
