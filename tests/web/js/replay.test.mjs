import assert from 'node:assert/strict';
import test from 'node:test';

import {asSeen, bluffs, replayed, standings} from '../../../nessos_service/web/static/web/js/replay.js';
import {games} from './data.mjs';

for (const game of games) {
  for (const {viewer, events, views} of game.seen) {
    test(`the record through the eyes of ${viewer ?? 'a spectator'} is what they saw: game ${game.id}`, () => {
      const until = events.find((event) => event.kind === 'seat_handed_over' && event.data.seat === viewer)?.seq ?? Infinity;
      const seen = game.record.events.map((event) => asSeen(event, viewer));
      assert.deepEqual(seen.slice(0, until), events.slice(0, until));
      const steps = replayed(game.id, game.record.events, viewer);
      for (const view of views.filter((one) => one.version < until)) assert.deepEqual(steps[view.version - 1].game, view);
    });
  }

  test(`with open eyes nothing is hidden: game ${game.id}`, () => {
    const steps = replayed(game.id, game.record.events, 'open');
    for (const {game: now, hands} of steps.filter((step) => step.game.round !== null)) {
      assert.deepEqual(hands.map((hand) => hand.length), now.seats.map((seat) => seat.hand_size));
      assert.ok(now.lot.every((card) => card.card !== null));
    }
    const dealt = steps.find((step) => step.event.kind === 'cards_dealt');
    assert.deepEqual(dealt.hands, game.record.hands.map((hand) => [...hand].sort((a, b) => a - b)));
  });

  test(`the chart ends where the game ended: game ${game.id}`, () => {
    const last = standings(game.record.events).at(-1);
    assert.deepEqual(last.points, game.record.game.seats.map((seat) => seat.points));
    assert.deepEqual(last.charons, game.record.game.seats.map((seat) => seat.charons));
  });

  test(`every bluff was believed or caught, and somebody fell for each that was believed: game ${game.id}`, () => {
    const rows = bluffs(game.record.events);
    for (const row of rows) assert.equal(row.made, row.believed + row.caught);
    const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
    assert.equal(total('believed'), total('fell'));
    assert.ok(total('made') > 0);
  });
}

test('a spectator gets no hidden card from a masked event', () => {
  const offer = games[0].record.events.find((event) => event.kind === 'offer_made');
  assert.equal(asSeen(offer, null).data.card, null);
  assert.equal(asSeen(offer, offer.data.from).data.card, offer.data.card);
});
