import assert from 'node:assert/strict';
import test from 'node:test';

import {en} from '../../../nessos_service/web/static/web/js/lang/en.js';
import {fr} from '../../../nessos_service/web/static/web/js/lang/fr.js';
import {cardInWords, lengthIn, setLanguage, t} from '../../../nessos_service/web/static/web/js/lang.js';
import {inWords, problemInWords, tableOf} from '../../../nessos_service/web/static/web/js/words.js';
import {games} from './data.mjs';

const seats = ['Ann', 'Ben', 'Cléo'].map((name, seat) => ({seat, player: {name, kind: 'human'}}));

/** @param {string} kind @param {any} data @param {number|null} [you] */
function said(kind, data, you = null) {
  return inWords({seq: 9, kind, at: '2026-12-01T08:00:00Z', round: 1, data}, tableOf(seats, you));
}

/** @param {string|Record<string, string>} text */
function forms(text) {
  return typeof text === 'string' ? [text] : Object.values(text);
}

test('both languages have the same texts, with the same places to fill in', () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  const places = (text) => [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
  for (const key of Object.keys(en)) assert.deepEqual(places(fr[key]), places(en[key]), key);
  for (const [key, text] of Object.entries({...en, ...fr})) {
    if (typeof text !== 'string') assert.ok(text.one && text.other, key);
  }
});

test('French signs stand where they should', () => {
  for (const [key, text] of Object.entries(fr)) {
    for (const form of forms(text)) assert.doesNotMatch(form, / [:;!?»]|« |[^\u202f\s]»/, key);
  }
});

test('cards are called as in the rules', () => {
  setLanguage('en');
  assert.equal(cardInWords(9), 'Lernaean Hydra 9');
  assert.equal(cardInWords(0), 'Charon');
  setLanguage('fr');
  assert.equal(cardInWords(3), 'Lion de Némée 3');
  setLanguage('en');
});

test('an offer is told to whom it is made, to whom it comes from, and to others', () => {
  setLanguage('en');
  const offer = {from: 0, to: 1, claim: 7, position: 0, card: null};
  assert.equal(said('offer_made', offer), 'Ann offers Ben an amphora: “7”.');
  assert.equal(said('offer_made', offer, 1), 'Ann offers you an amphora: “7”.');
  assert.equal(said('offer_made', {...offer, card: 0}, 0), 'You offer Ben an amphora: “7”.');
  assert.equal(said('offer_made', {...offer, position: 1, claim: 0}, 2), 'Ann adds “Charon” and passes on to Ben.');
  setLanguage('fr');
  assert.equal(said('offer_made', offer, 1), 'Ann vous offre une amphore\u202f: «\u202f7\u202f».');
  setLanguage('en');
});

test('a reveal says claims against truth, and what came of it', () => {
  const data = {by: 1, receiver: 0, cards: [{from: 0, card: 0, claim: 4}, {from: 2, card: 5, claim: 5}], points: 1, charons: 2};
  assert.equal(said('lot_refused', data), 'Ben refuses, it goes back to Ann: Charon, said to be 4 and Griffin 5, as said. Ann: 1 point, 2 Charon.');
});

test('every event of real games has words in both languages', () => {
  for (const language of ['en', 'fr']) {
    setLanguage(language);
    for (const game of games) {
      for (const event of game.record.events) {
        const words = inWords(event, tableOf(game.record.game.seats, 1));
        assert.ok(words === null ? ['cards_drawn'].includes(event.kind) : words.length > 5, event.kind);
        assert.doesNotMatch(words ?? '', /\{|undefined|null/);
      }
    }
  }
  setLanguage('en');
});

test('names are told as they are, whatever is in them', () => {
  assert.equal(said('seat_taken', {seat: 0, player: {name: '<b>{claim}</b>'}}), '<b>{claim}</b> takes a seat.');
});

test('refusals are told in words, by their code', () => {
  assert.equal(problemInWords({code: 'illegal_move', reason: 'no_lot_yet'}), en.rule_no_lot_yet);
  assert.equal(problemInWords({code: 'name_taken'}), 'That name is taken.');
  assert.equal(problemInWords({code: 'new_one', detail: 'So it is.'}), 'So it is.');
});

test('lengths and numbers are those of the language', () => {
  assert.equal(lengthIn(2 * 86_400 + 3 * 3600), '2 days, 3 hours');
  assert.equal(lengthIn(61), '1 minute, 1 second');
  assert.equal(lengthIn(-5), '0 seconds');
  setLanguage('fr');
  assert.match(lengthIn(86_400), /1.jour/);
  assert.equal(t('n_days', {n: 0}), '0 jour');
  setLanguage('en');
});
