import assert from 'node:assert/strict';
import test from 'node:test';

import {verify} from '../../../nessos_service/web/static/web/js/verify.js';
import {games} from './data.mjs';

for (const {id, record} of games) {
  test(`the shuffle of game ${id} holds, step by step`, async () => {
    const steps = await verify(record);
    assert.deepEqual(steps.filter((step) => !step.holds), []);
    assert.deepEqual(
      steps.map((step) => step.step),
      ['rules', 'seed', 'commitment', 'published', 'entropy', 'key', 'first', 'deck', 'hands', 'dealt', 'pile', 'drawn'],
    );
  });
}

/** @param {(record: any) => void} change @returns {Promise<string|undefined>} the step that fails */
async function broken(change) {
  const record = structuredClone(games[1].record);
  change(record);
  return (await verify(record)).find((step) => !step.holds)?.step;
}

test('whatever is changed is found', async () => {
  assert.equal(await broken((record) => record.deck.reverse()), 'deck');
  assert.equal(await broken((record) => (record.fairness.reveal = '00'.repeat(32))), 'commitment');
  assert.equal(await broken((record) => (record.fairness.reveal = 'zz')), 'seed');
  assert.equal(await broken((record) => (record.fairness.entropy[0] = 'mine')), 'entropy');
  assert.equal(await broken((record) => (record.first_seat = (record.first_seat + 1) % 5)), 'first');
  assert.equal(await broken((record) => record.hands[0].push(3)), 'hands');
  assert.equal(await broken((record) => (record.rules_version = 2)), 'rules');
  assert.equal(await broken((record) => (record.events[0].data.commitment = 'ff')), 'published');
  assert.equal(
    await broken((record) => {
      record.events.find((event) => event.kind === 'cards_drawn').data.seats[0].cards = [99];
    }),
    'drawn',
  );
  assert.equal(await broken((record) => delete record.events), 'readable');
});
