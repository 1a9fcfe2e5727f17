/**
 * Points and Charon over the rounds, drawn by hand: one line a seat, told apart by its dash, its mark and its name.
 *
 * @import {Standing} from './replay.js'
 */
import {h, svg} from './dom.js';
import {t} from './lang.js';

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 34;
const RIGHT = 110;
const TOP = 12;
const BOTTOM = 26;

/**
 * @param {Standing[]} standings
 * @param {string[]} names
 * @param {number} goal
 * @param {number} now the round that is looked at
 */
export function chart(standings, names, goal, now) {
  const most = Math.max(goal, ...standings.flatMap((standing) => standing.points)) + 2;
  const rounds = Math.max(1, standings.length - 1);
  const x = (/** @type {number} */ place) => LEFT + (place / rounds) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ points) => HEIGHT - BOTTOM - (points / most) * (HEIGHT - TOP - BOTTOM);
  const seats = names.map((_, seat) => seat);
  const last = standings[standings.length - 1];
  const ends = spread(seats.map((seat) => (last ? y(last.points[seat]) : 0)));
  return h(
    'figure',
    null,
    svg(
      'svg',
      {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'lines', role: 'img', 'aria-label': t('chart_about')},
      grid(most, y),
      svg('line', {class: 'goal', x1: LEFT, x2: WIDTH - RIGHT, y1: y(goal), y2: y(goal)}),
      svg('text', {class: 'goal-text', x: LEFT + 4, y: y(goal) - 4}, t('chart_goal', {n: goal})),
      now > 0
        ? svg('line', {
            class: 'now',
            x1: x(Math.min(now, rounds)),
            x2: x(Math.min(now, rounds)),
            y1: TOP,
            y2: HEIGHT - BOTTOM,
          })
        : null,
      seats.map((seat) =>
        svg(
          'g',
          {class: `line seat-${seat}`},
          svg('path', {
            d: standings
              .map(
                (standing, place) =>
                  `${place === 0 ? 'M' : 'L'}${x(place).toFixed(1)} ${y(standing.points[seat]).toFixed(1)}`,
              )
              .join(' '),
          }),
          charonMarks(standings, seat, x, y),
          svg('text', {x: WIDTH - RIGHT + 8, y: ends[seat] + 4}, `${seat + 1} ${short(names[seat])}`),
        ),
      ),
      svg('text', {class: 'axis', x: LEFT, y: HEIGHT - 6}, t('chart_rounds', {n: rounds})),
    ),
    h('figcaption', {class: 'about'}, t('chart_charon')),
    data(standings, names),
  );
}

/** @param {number} most @param {(points: number) => number} y */
function grid(most, y) {
  const lines = [];
  for (let points = 0; points <= most; points += 10) {
    lines.push(
      svg('line', {class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(points), y2: y(points)}),
      svg('text', {class: 'axis', x: LEFT - 6, y: y(points) + 4, 'text-anchor': 'end'}, points),
    );
  }
  return lines;
}

/**
 * A coin where a Charon came.
 * @param {Standing[]} standings
 * @param {number} seat
 * @param {(place: number) => number} x
 * @param {(points: number) => number} y
 */
function charonMarks(standings, seat, x, y) {
  return standings.map((standing, place) =>
    place > 0 && standing.charons[seat] > standings[place - 1].charons[seat]
      ? svg(
          'circle',
          {class: 'charon-mark', cx: x(place), cy: y(standing.points[seat]), r: 5},
          svg('title', null, t('n_charons', {n: standing.charons[seat]})),
        )
      : null,
  );
}

/** Names beside the ends of their lines, without covering each other. @param {number[]} wanted */
function spread(wanted) {
  const order = wanted.map((place, seat) => ({place, seat})).sort((a, b) => a.place - b.place);
  let least = TOP;
  /** @type {number[]} */
  const found = [];
  for (const {place, seat} of order) {
    const given = Math.max(place, least);
    found[seat] = given;
    least = given + 15;
  }
  return found;
}

/** @param {string} name */
function short(name) {
  return name.length > 11 ? `${name.slice(0, 10)}…` : name;
}

/** The same as numbers, for whoever does not see lines. @param {Standing[]} standings @param {string[]} names */
function data(standings, names) {
  return h(
    'details',
    null,
    h('summary', null, t('chart_numbers')),
    h(
      'div',
      {class: 'scrolling', tabindex: '0', role: 'group', 'aria-label': t('chart_numbers')},
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', {scope: 'col'}, t('round')),
            names.map((name) => h('th', {scope: 'col'}, name)),
          ),
        ),
        h(
          'tbody',
          null,
          standings.map((standing) =>
            h(
              'tr',
              null,
              h('th', {scope: 'row'}, standing.round),
              standing.points.map((points, seat) => h('td', null, `${points} (${standing.charons[seat]})`)),
            ),
          ),
        ),
      ),
    ),
  );
}
