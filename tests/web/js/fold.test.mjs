import assert from 'node:assert/strict';
import test from 'node:test';

import {barTo, claimsOf, fold, legalMoves, opened, pointsOf, secondsOf} from '../../../nessos_service/web/static/web/js/fold.js';
import {games} from './data.mjs';

for (const game of games) {
  for (const {viewer, name, events, views} of game.seen) {
    test(`state + events = state: game ${game.id}, seen by ${name ?? 'nobody at the table'}`, () => {
      for (const [place, view] of views.entries()) {
        for (const later of views.slice(place)) {
          const folded = fold(view, events.filter((event) => event.seq <= later.version), name);
          assert.deepEqual(folded, later, `from ${view.version} to ${later.version}, viewer ${viewer}`);
        }
      }
    });
  }

  test(`a view is folded from nothing too: game ${game.id}`, () => {
    const {events, views} = game.seen[0];
    const folded = fold(opened(game.id, events[0]), events);
    assert.deepEqual(folded, views.at(-1));
  });
}

test('events that are known already are passed over', () => {
  const {events, views} = games[0].seen[0];
  assert.equal(fold(views[3], events.slice(0, views[3].version)), views[3]);
});

test('folding changes no view', () => {
  const {events, views, name} = games[0].seen[1];
  const before = structuredClone(views[0]);
  fold(views[0], events, name);
  assert.deepEqual(views[0], before);
});

test('a test that must fail: an event left out is seen in the view', () => {
  const {events, views, name} = games[0].seen[1];
  const without = events.filter((event) => event.kind !== 'cards_drawn');
  assert.notDeepEqual(fold(views[0], without, name), views.at(-1));
});

test('legal moves are those that the service lists', () => {
  let looked = 0;
  for (const {views} of games.flatMap((game) => game.seen)) {
    for (const view of views.filter((one) => one.you?.legal)) {
      assert.deepEqual(legalMoves(view), view.you.legal);
      for (const seat of view.seats) {
        const isListed = view.you.legal.offer?.to.includes(seat.seat) ?? false;
        if (view.lot.length < 3 && view.you.hand.length > 0) assert.equal(barTo(view, seat.seat) === null, isListed);
      }
      looked += 1;
    }
  }
  assert.ok(looked > 10);
});

test('points: the sum, and ten for each complete set', () => {
  assert.equal(pointsOf([1, 2, 3, 6, 7]), 29);
  assert.equal(pointsOf([1, 2, 3, 3, 10]), 29);
  assert.equal(pointsOf([1, 1, 2, 2, 3]), 19);
  assert.equal(pointsOf([1, 2, 3, 1, 2, 3, 0]), 32);
  assert.equal(pointsOf([]), 0);
});

test('a Creature has one claim, Charon eleven', () => {
  assert.deepEqual(claimsOf(7), [7]);
  assert.equal(claimsOf(0).length, 11);
});

test('durations are read as the service writes them', () => {
  assert.equal(secondsOf('P3D'), 259_200);
  assert.equal(secondsOf('PT1H30M'), 5400);
  assert.equal(secondsOf('P1DT12H'), 129_600);
  assert.equal(secondsOf('PT10S'), 10);
});
