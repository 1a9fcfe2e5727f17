/**
 * Settings: the account, how the page looks and moves, what one wants to be told, and days on which one is away.
 *
 * @import {Account} from '../types.js'
 * @import {Key} from '../lang.js'
 */
import {choose, chosen} from '../choices.js';
import {Conduct} from '../conduct.js';
import {draw, h, place} from '../dom.js';
import {currentLanguage, dayIn, LANGUAGES, setLanguage, t, tMaybe} from '../lang.js';
import {accountChanged, api, attempt, begin, currentAccount, isGuest, tell} from '../shell.js';

/** @typedef {{kind: string, channel: string, when: string, hours: number|null}} Choice */
/** @typedef {{id: string, from: string, until: string, days: number}} Away */

/** @type {Choice[]} */
let choices = [];
/** @type {Away[]} */
let away = [];

const conduct = new Conduct(page);

await begin(page, load);

async function load() {
  if (currentAccount() === null) return;
  const [notices, days] = await Promise.all([api.notices(), api.away(), conduct.load()]);
  choices = notices.items;
  away = days.items;
}

function page() {
  const account = currentAccount();
  draw(
    place('main'),
    h('h1', null, t('settings')),
    account === null
      ? h('p', null, t('settings_sign_in'), ' ', h('a', {href: '/login?next=/settings'}, t('sign_in')))
      : null,
    h(
      'div',
      {class: 'settings-parts'},
      looks(),
      account === null ? null : [mine(account), notices(account), awayDays(), conduct.parts(), password(account), more()].flat(),
    ),
  );
}

function looks() {
  return h(
    'section',
    {class: 'form'},
    h('h2', null, t('settings_page')),
    field(
      'language',
      t('language'),
      options('language', Object.entries(LANGUAGES), currentLanguage(), (code) => {
        setLanguage(code);
        if (currentAccount()) void save({language: code});
      }),
    ),
    field(
      'theme',
      t('theme'),
      options(
        'theme',
        ['system', 'light', 'dark'].map((name) => [name, t(/** @type {Key} */ (`theme_${name}`))]),
        chosen('theme', 'system'),
        (value) => {
          choose('theme', value);
          page();
        },
      ),
    ),
    field(
      'pace',
      t('pace'),
      options(
        'pace',
        ['calm', 'brisk', 'instant'].map((name) => [name, t(/** @type {Key} */ (`pace_${name}`))]),
        chosen('pace', 'calm'),
        (value) => choose('pace', value),
      ),
    ),
    field(
      'keys',
      t('keys'),
      options(
        'keys',
        [
          ['on', t('keys_on')],
          ['off', t('keys_off')],
        ],
        chosen('keys', 'on'),
        (value) => choose('keys', value),
      ),
    ),
  );
}

/** @param {Account} account */
function mine(account) {
  if (isGuest(account))
    return h(
      'section',
      {class: 'form'},
      h('h2', null, account.name),
      h('p', null, t('guest_about')),
      h('p', null, h('a', {class: 'button main', href: '/login'}, t('guest_keep'))),
    );
  return h(
    'form',
    {
      class: 'form',
      key: 'mine',
      on: {
        submit: (/** @type {SubmitEvent} */ event) =>
          sent(event, (data) =>
            save({
              email: String(data.get('email') ?? '') || null,
              time_zone: String(data.get('zone')),
              quiet_hours: hours(String(data.get('from') ?? ''), String(data.get('until') ?? '')),
            }),
          ),
      },
    },
    h('h2', null, account.name),
    h(
      'p',
      null,
      t('statistics', {
        n: account.statistics.games_played,
        won: account.statistics.games_won,
        rating: account.rating.ordinal,
      }),
    ),
    field(
      'email',
      t('email'),
      h('input', {id: 'email', name: 'email', type: 'email', value: account.email ?? '', autocomplete: 'email'}),
    ),
    account.email
      ? h('p', {class: 'about'}, account.email_confirmed ? t('email_confirmed') : t('email_unconfirmed'))
      : null,
    field(
      'zone',
      t('time_zone'),
      h('input', {id: 'zone', name: 'zone', value: account.time_zone, list: 'zones', autocomplete: 'off'}),
    ),
    h(
      'datalist',
      {id: 'zones'},
      Intl.supportedValuesOf('timeZone').map((zone) => h('option', {value: zone})),
    ),
    h('p', {class: 'about'}, t('quiet_about')),
    field('quiet-from', t('quiet_from'), hour('quiet-from', 'from', account.quiet_hours?.from)),
    field('quiet-until', t('quiet_until'), hour('quiet-until', 'until', account.quiet_hours?.until)),
    h('button', {class: 'button main'}, t('save')),
  );
}

/** @param {string} id @param {string} name @param {string|undefined} value */
function hour(id, name, value) {
  return h('input', {id, name, type: 'time', value: value ?? ''});
}

/** Both or none. @param {string} from @param {string} until */
function hours(from, until) {
  return from && until ? {from, until} : null;
}

/** @param {Account} account */
function password(account) {
  if (isGuest(account)) return null;
  return h(
    'form',
    {class: 'form', key: 'password', on: {submit: (/** @type {SubmitEvent} */ event) => sent(event, changePassword)}},
    h('h2', null, t('password_new')),
    h('p', {class: 'about'}, t('password_about')),
    // Whoever keeps passwords for people wants to know whose it is.
    h('input', {type: 'hidden', name: 'username', value: account.name, autocomplete: 'username'}),
    field('password-now', t('password_now'), secret('password-now', 'current', 'current-password')),
    field('password-new', t('password_new'), secret('password-new', 'new', 'new-password')),
    h('button', {class: 'button main'}, t('password_change')),
  );
}

/** @param {string} id @param {string} name @param {string} autocomplete */
function secret(id, name, autocomplete) {
  return h('input', {id, name, type: 'password', required: true, autocomplete});
}

/** @param {FormData} data */
async function changePassword(data) {
  await save({current_password: String(data.get('current')), password: String(data.get('new'))});
  for (const id of ['password-now', 'password-new'])
    /** @type {HTMLInputElement} */ (place(id)).value = '';
}

/** @param {Account} account */
function notices(account) {
  return h(
    'section',
    {class: 'form', key: 'notices'},
    h('h2', null, t('notices')),
    h('p', {class: 'about'}, account.email_confirmed ? t('notices_about') : t('notices_need_mail')),
    choices
      .filter((choice) => choice.channel === 'mail')
      .map((choice) => {
        const id = `notice-${choice.kind}`;
        const values = choice.kind === 'your_turn' ? ['at_once', 'digest', 'never'] : ['at_once', 'never'];
        return h(
          'div',
          {key: id},
          field(
            id,
            tMaybe(`notice_${choice.kind}`) ?? choice.kind,
            options(
              id,
              values.map((value) => [value, t(/** @type {Key} */ (`when_${value}`))]),
              choice.when,
              async (when) => {
                const wanted = {
                  kind: choice.kind,
                  channel: 'mail',
                  when,
                  ...(when === 'digest' ? {hours: choice.hours ?? 12} : {}),
                };
                const answer = await attempt(() => api.chooseNotices([wanted]));
                if (answer) {
                  choices = answer.items;
                  tell(t('saved'));
                }
                page();
              },
            ),
          ),
        );
      }),
  );
}

function awayDays() {
  return h(
    'form',
    {class: 'form', key: 'away', on: {submit: (/** @type {SubmitEvent} */ event) => sent(event, leave)}},
    h('h2', null, t('away')),
    h('p', {class: 'about'}, t('away_about')),
    h(
      'ul',
      null,
      away.map((period) =>
        h(
          'li',
          {key: period.id, class: 'row'},
          t('away_period', {from: dayIn(period.from), until: dayIn(period.until), n: period.days}),
          ' ',
          h('button', {type: 'button', class: 'quiet', on: {click: () => cancel(period.id)}}, t('away_cancel')),
        ),
      ),
    ),
    field('away-from', t('away_from'), h('input', {id: 'away-from', name: 'from', type: 'date', required: true})),
    field('away-until', t('away_until'), h('input', {id: 'away-until', name: 'until', type: 'date', required: true})),
    h('button', {class: 'button main'}, t('away_take')),
  );
}

function more() {
  return h('p', {key: 'more'}, h('a', {class: 'button', href: '/tokens'}, t('tokens')));
}

/** @param {FormData} data */
async function leave(data) {
  const period = await attempt(() => api.takeAway({from: String(data.get('from')), until: String(data.get('until'))}));
  if (period) away = (await api.away()).items;
  page();
}

/** @param {string} id */
async function cancel(id) {
  await attempt(async () => {
    await api.cancelAway(id);
    away = (await api.away()).items;
  });
  page();
}

/** @param {Record<string, unknown>} changes */
async function save(changes) {
  const changed = await attempt(() => api.changeMe(changes));
  if (changed) {
    accountChanged(changed);
    tell(t('saved'));
  }
  page();
}

/** @param {SubmitEvent} event @param {(data: FormData) => Promise<void>} act */
function sent(event, act) {
  event.preventDefault();
  void act(new FormData(/** @type {HTMLFormElement} */ (event.target)));
}

/** @param {string} id @param {string} label @param {HTMLElement} input */
function field(id, label, input) {
  return h('p', {class: 'field'}, h('label', {for: id}, label), input);
}

/** @param {string} id @param {string[][]} values @param {string} value @param {(value: string) => void} changed */
function options(id, values, value, changed) {
  return h(
    'select',
    {id, name: id, on: {change: (/** @type {any} */ event) => changed(event.target.value)}},
    values.map(([code, text]) => h('option', {value: code, selected: code === value}, text)),
  );
}
