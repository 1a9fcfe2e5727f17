/**
 * The first page: one click, and one sits at a table.
 */
import {cardBack, cardFace, figure} from '../cards.js';
import {draw, h, place} from '../dom.js';
import {t} from '../lang.js';
import {api, attempt, begin, currentAccount, isGuest, sessionChanged} from '../shell.js';

const SHOWN = [3, 7, 0, 10, 8];
const BOTS = 3;

let isBusy = false;

await begin(page);

function page() {
  const account = currentAccount();
  draw(
    place('main'),
    h(
      'section',
      {class: 'hero'},
      h(
        'div',
        {class: 'hero-words'},
        h('h1', null, 'Nessos'),
        h('p', {class: 'lead'}, t('start_lead')),
        h(
          'p',
          {class: 'row'},
          h(
            'button',
            {type: 'button', id: 'play-now', class: 'button main big', disabled: isBusy, on: {click: playNow}},
            isBusy ? t('start_busy') : t('play_now'),
          ),
          h('a', {class: 'button', href: '/learn'}, t('learn')),
        ),
        h('p', {class: 'quiet'}, account === null ? t('start_guest') : t('start_as', {who: account.name})),
        account !== null && isGuest(account) ? h('p', null, h('a', {href: '/login'}, t('guest_keep'))) : null,
      ),
      h(
        'div',
        {class: 'hero-cards', 'aria-hidden': 'true'},
        cardBack(),
        SHOWN.map((card) => cardFace(card)),
      ),
    ),
    h(
      'ul',
      {class: 'points-of-interest'},
      interest('amphora', t('start_bluff'), t('start_bluff_about')),
      interest('card-0', t('start_charon'), t('start_charon_about')),
      interest('pawn', t('start_fair'), t('start_fair_about')),
    ),
  );
}

/** @param {string} name @param {string} title @param {string} about */
function interest(name, title, about) {
  return h('li', null, figure(name, 'icon big'), h('h2', null, title), h('p', null, about));
}

/** A guest when nobody is signed in, three bots, and off we go. */
async function playNow() {
  isBusy = true;
  page();
  const game = await attempt(async () => {
    // Asked once more: somebody may have signed in in another tab, and a guest who is left is lost.
    if ((await api.session()) === null) {
      const {token} = await api.newGuest();
      await api.signIn({token});
      sessionChanged();
    }
    const levels = (await api.bots()).items.map((level) => level.level);
    // Not the strongest of all: it is somebody's first game.
    const bots = Array.from({length: BOTS}, (_, place) => levels[(place + 1) % Math.min(levels.length, 2)]);
    return api.openGame({bots, rated: false, turn: 'P1D'});
  });
  if (game) {
    location.assign(`/games/${game.id}`);
    return;
  }
  isBusy = false;
  page();
}
