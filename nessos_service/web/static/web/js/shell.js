/**
 * What every page has around it: who is signed in, the language, light or dark, and a place for short messages.
 *
 * @import {Account} from './types.js'
 * @import {Key} from './lang.js'
 */
import {Api, Refused, Unreachable} from './api.js';
import {choose, chosen} from './choices.js';
import {draw, h, place} from './dom.js';
import {currentLanguage, LANGUAGES, onLanguage, setLanguage, t} from './lang.js';
import {problemInWords} from './words.js';

export const api = new Api();

/** @type {Account|null} */
let account = null;

// What is shown is for who was signed in then. When somebody else is, here or in another tab, a page begins anew; and
// nothing of it is left to whoever comes back to it by the browser's button.
const sessions = new BroadcastChannel('nessos-session');
sessions.addEventListener('message', () => location.reload());
api.onSwitched = () => location.reload();
addEventListener('pagehide', () => {
  document.body.hidden = true;
});
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

/** Tell the other tabs that another session has begun, or that it is over. */
export function sessionChanged() {
  sessions.postMessage(null);
}

/** Who is signed in; null for nobody. */
export function currentAccount() {
  return account;
}

/** @param {Account} changed */
export function accountChanged(changed) {
  account = {...account, ...changed};
  drawShell();
}

/**
 * Begin a page: asks who is there, then draws, again whenever the language changes.
 * @param {() => void} drawPage
 * @param {() => Promise<void>} [load] what it needs before it is drawn
 */
export async function begin(drawPage, load = async () => {}) {
  onLanguage(() => {
    drawShell();
    drawPage();
  });
  try {
    account = await api.session();
    await load();
  } catch (error) {
    drawShell();
    tellError(error);
    drawPage();
    return;
  }
  drawShell();
  drawPage();
}

function drawShell() {
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = t(/** @type {Key} */ (element.getAttribute('data-text')));
  }
  const title = document.body.dataset.title;
  if (title) document.title = `${t(/** @type {Key} */ (title))} · Nessos`;
  draw(place('who'), ...who());
  drawSwitches();
}

function drawSwitches() {
  const languages = Object.entries(LANGUAGES).map(([code, name]) =>
    h(
      'button',
      {
        type: 'button',
        lang: code,
        title: name,
        'aria-label': name,
        'aria-pressed': String(code === currentLanguage()),
        on: {click: () => speak(code)},
      },
      code.toUpperCase(),
    ),
  );
  const theme = chosen('theme', 'system');
  const next = theme === 'dark' ? 'light' : theme === 'light' ? 'system' : 'dark';
  const look = h(
    'button',
    {
      type: 'button',
      class: 'look',
      title: t(/** @type {Key} */ (`theme_${theme}`)),
      'aria-label': `${t('theme')}: ${t(/** @type {Key} */ (`theme_${theme}`))}`,
      on: {
        click: () => {
          choose('theme', next);
          drawSwitches();
        },
      },
    },
    theme === 'dark' ? '☾' : theme === 'light' ? '☀' : '◐',
  );
  draw(place('switches'), h('span', {class: 'languages', role: 'group', 'aria-label': t('language')}, languages), look);
}

function who() {
  if (account === null) return [h('a', {href: loginAddress(), class: 'quiet'}, t('sign_in'))];
  return [
    h('a', {href: '/settings', class: 'quiet name'}, account.name),
    h('button', {type: 'button', class: 'quiet', on: {click: signOut}}, t('sign_out')),
  ];
}

/** Where one signs in, to come back here afterwards. */
export function loginAddress() {
  const here = location.pathname + location.search;
  return here === '/' || here.startsWith('/login') ? '/login' : `/login?${new URLSearchParams({next: here})}`;
}

/** Whether a guest, who cannot come back, is to be left. True when there is none. */
export function mayLeave() {
  return account === null || !isGuest(account) || globalThis.confirm(t('guest_leaves'));
}

async function signOut() {
  if (!mayLeave()) return;
  await attempt(async () => {
    await api.signOut();
    sessionChanged();
    location.assign('/');
  });
}

/** @param {string} code */
function speak(code) {
  setLanguage(code);
  // Mails and notices follow.
  if (account && account.language !== code) api.changeMe({language: code}).then(accountChanged, () => {});
}

/** A player without a password, who can become an account. @param {Account} player */
export function isGuest(player) {
  return player.guest === true || player.kind === 'guest';
}

/** Show a short message for a while; screen readers say it. @param {string} text @param {'note'|'wrong'} [kind] */
export function tell(text, kind = 'note') {
  const toast = h('p', {class: `toast ${kind}`}, text);
  place('toasts').append(toast);
  setTimeout(() => toast.remove(), 8000);
}

/** @param {unknown} error */
export function tellError(error) {
  tell(errorInWords(error), 'wrong');
}

/** @param {unknown} error */
export function errorInWords(error) {
  if (error instanceof Refused) return problemInWords(error.problem);
  if (error instanceof Unreachable) return t('unreachable');
  console.error(error);
  return t('went_wrong');
}

/**
 * Do something that may be refused, and say so when it is.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T|null>}
 */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    tellError(error);
    return null;
  }
}
