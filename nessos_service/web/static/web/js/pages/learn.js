/**
 * The rules, to be read and tried. Tables come from the service, which plays by them; what can be computed here is
 * computed by the same functions that draw a table.
 *
 * @import {Card, RuleBook} from '../types.js'
 * @import {Key} from '../lang.js'
 */
import {cardBack, cardFace, figure} from '../cards.js';
import {draw, h, place} from '../dom.js';
import {CHARON, pointsOf, without} from '../fold.js';
import {cardInWords, cardName, t} from '../lang.js';
import {api, begin} from '../shell.js';
import {controls} from '../table/controls.js';
import {counts, middle} from '../table/lot.js';
import {others, seatPanel} from '../table/seats.js';
import {tried} from '../table/lesson.js';
import {tableOf} from '../words.js';

/** @type {RuleBook|null} */
let book = null;
/** What lies in front in the example to try. @type {Card[]} */
let front = [];
let lesson = tried();

await begin(page, load);

async function load() {
  book = await api.rules();
  // The example with one whole set: 29 points.
  front = [...(book.examples.find(({points}) => points === 29) ?? book.examples[0]).front];
}

function page() {
  if (book === null) return;
  draw(
    place('main'),
    h(
      'article',
      {class: 'learn'},
      h('h1', null, t('learn')),
      h('p', {class: 'lead'}, t('learn_lead')),
      h(
        'nav',
        {'aria-label': t('learn_parts'), class: 'row'},
        ['cards', 'round', 'claims', 'points', 'end', 'try'].map((part) =>
          h('a', {class: 'button', href: `#learn-${part}`}, t(/** @type {Key} */ (`learn_${part}`))),
        ),
      ),
      part('cards', h('p', null, t('learn_cards_text', {n: book?.hand_size ?? 0})), creatures(), setupTable()),
      part(
        'round',
        h('p', null, t('learn_round_text')),
        h(
          'ol',
          null,
          h('li', null, h('b', null, t('accept')), ' ', t('learn_accept')),
          h('li', null, h('b', null, t('refuse')), ' ', t('learn_refuse')),
          h('li', null, h('b', null, t('pass_on')), ' ', t('learn_pass', {n: book?.most_cards_in_lot ?? 0})),
        ),
        h('p', null, t('learn_bars', {n: book?.hand_size ?? 0})),
      ),
      part('claims', h('p', null, t('learn_claims_text')), claimsExample()),
      part(
        'points',
        h('p', null, t('learn_points_text', {n: book?.set.points ?? 0, cards: (book?.set.cards ?? []).join('-')})),
        pointsExample(),
      ),
      part(
        'end',
        h(
          'ol',
          null,
          ['out', 'survivor', 'points', 'nine', 'next'].map((name) =>
            h(
              'li',
              null,
              t(/** @type {Key} */ (`learn_end_${name}`), {
                n: (name === 'out' ? book?.charons_to_eliminate : book?.charons_to_end) ?? 0,
              }),
            ),
          ),
        ),
      ),
      part('try', h('p', null, t('learn_try_text')), guided()),
      h('p', {class: 'row'}, h('a', {class: 'button main', href: '/'}, t('learn_now_play'))),
    ),
  );
}

/** @param {string} name @param {...(Node|null)} content */
function part(name, ...content) {
  return h(
    'section',
    {id: `learn-${name}`, key: name},
    h('h2', null, t(/** @type {Key} */ (`learn_${name}`))),
    content,
  );
}

function creatures() {
  return h(
    'ul',
    {class: 'all-cards'},
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, CHARON].map((card) => h('li', {key: `card-${card}`}, cardFace(card))),
    h('li', {key: 'back'}, cardBack({label: t('face_down')})),
  );
}

function setupTable() {
  if (book === null) return null;
  return h(
    'div',
    {class: 'scrolling', tabindex: '0', role: 'group', 'aria-label': t('learn_setup')},
    h(
      'table',
      null,
      h('caption', null, t('learn_setup')),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          [t('players'), t('learn_left_out'), t('learn_charons'), t('learn_all_cards'), t('learn_goal')].map((text) =>
            h('th', {scope: 'col'}, text),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        book.setups.map((setup) => {
          const gone = Object.entries(setup.deck)
            .filter(([, count]) => count === 0)
            .map(([card]) => cardInWords(Number(card)));
          const all = Object.values(setup.deck).reduce((total, count) => total + count, 0);
          return h(
            'tr',
            null,
            h('th', {scope: 'row'}, setup.players),
            h('td', null, gone.length > 0 ? gone.join(', ') : '–'),
            h('td', null, setup.deck['0']),
            h('td', null, all),
            h('td', null, setup.points_to_win),
          );
        }),
      ),
    ),
  );
}

function claimsExample() {
  return h(
    'div',
    {class: 'examples'},
    h('figure', {class: 'offer'}, cardFace(7), h('figcaption', null, t('learn_claim_creature', {card: cardName(7)}))),
    h('figure', {class: 'offer'}, cardFace(CHARON), h('figcaption', null, t('learn_claim_charon'))),
  );
}

/** A front to build: what is it worth, and why? */
function pointsExample() {
  const creaturesSum = front.reduce((total, card) => total + card, 0);
  const total = pointsOf(front);
  const bonus = book?.set.points ?? 0;
  const sets = bonus === 0 ? 0 : (total - creaturesSum) / bonus;
  const addends = front.filter((card) => card !== CHARON);
  const formula = [...addends.map(String), ...Array.from({length: sets}, () => String(bonus))].join(' + ') || '0';
  return h(
    'div',
    {class: 'points-example'},
    h('p', null, t('learn_points_try')),
    h(
      'ul',
      {class: 'front big', 'aria-label': t('learn_front')},
      front.map((card, at) =>
        h(
          'li',
          {key: `front-${at}`},
          h(
            'button',
            {
              type: 'button',
              class: 'bare',
              'aria-label': t('learn_take_away', {card: cardInWords(card)}),
              on: {
                click: () => {
                  front = without(front, card);
                  page();
                },
              },
            },
            cardFace(card, {small: true}),
          ),
        ),
      ),
    ),
    h(
      'p',
      {class: 'formula', role: 'status', id: 'formula'},
      `${formula} = `,
      h('b', null, total),
      ' ',
      sets > 0 ? t('learn_sets', {n: sets}) : '',
      front.filter((card) => card === CHARON).length >= (book?.charons_to_eliminate ?? 0)
        ? ` ${t('learn_too_many_charons')}`
        : '',
    ),
    h(
      'div',
      {class: 'row adding'},
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, CHARON].map((card) =>
        h(
          'button',
          {
            type: 'button',
            class: 'small-button',
            'aria-label': t('learn_add', {card: cardInWords(card)}),
            title: cardName(card),
            on: {
              click: () => {
                if (front.length < 20) front = [...front, card];
                page();
              },
            },
          },
          figure(`card-${card}`, 'icon'),
          card === CHARON ? '' : card,
        ),
      ),
    ),
    h(
      'p',
      {class: 'row'},
      (book?.examples ?? []).map((example) =>
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            on: {
              click: () => {
                front = [...example.front];
                page();
              },
            },
          },
          t('learn_example', {n: example.points}),
        ),
      ),
    ),
  );
}

/** A first game with somebody at one's elbow: a table of its own, played by the page. */
function guided() {
  const {game, reveal, said, choice, isDone} = lesson;
  const table = tableOf(game.seats, game.you?.seat ?? null);
  const mine = game.you ? game.seats[game.you.seat] : null;
  return h(
    'div',
    {class: 'table lesson', id: 'lesson'},
    h('p', {class: 'said-by-guide', role: 'status'}, t(said)),
    counts(game),
    others(game),
    middle(game, reveal, table, {moves: false}),
    mine ? h('ul', {class: 'seats own'}, seatPanel(game, mine)) : null,
    isDone
      ? null
      : controls({
          game,
          choice,
          isReady: true,
          hasKeys: false,
          choose: (next) => {
            lesson = {...lesson, choice: next};
            page();
          },
          move: (move) => {
            lesson = lesson.after(move);
            page();
          },
          explain: (text) => {
            lesson = {...lesson, note: text};
            page();
          },
        }),
    lesson.note ? h('p', {class: 'explained', role: 'alert'}, lesson.note) : null,
    h(
      'p',
      {class: 'row'},
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          on: {
            click: () => {
              lesson = tried();
              page();
            },
          },
        },
        t('lesson_again'),
      ),
    ),
  );
}
