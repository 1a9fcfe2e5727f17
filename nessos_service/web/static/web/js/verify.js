/**
 * Check for yourself that a finished game was shuffled as promised. Nothing here asks the service for anything: it is
 * all computed from the record, by the browser's own cryptography. docs/verify_shuffle.py does the same.
 *
 * @import {Card, GameEvent, GameRecord, SeatCards} from './types.js'
 */

const HAND_SIZE = 5;
const SEED_BYTES = 32;
const WORDS = 2 ** 32;
/** players: how many Charon, and which Creatures are left out */
const DECKS = /** @type {Record<number, {charons: number, without: number[]}>} */ ({
  3: {charons: 11, without: [4, 6, 8]},
  4: {charons: 14, without: [6]},
  5: {charons: 15, without: []},
  6: {charons: 15, without: []},
});

/**
 * One step of the proof. `step` names what is claimed, `shown` are the numbers of it.
 * @typedef {{step: string, holds: boolean, shown: Record<string, string|number>}} Step
 */

/**
 * All steps, up to the first that does not hold.
 * @param {GameRecord} record @param {SubtleCrypto} [subtle] @returns {Promise<Step[]>}
 */
export async function verify(record, subtle = globalThis.crypto?.subtle) {
  /** @type {Step[]} */
  const steps = [];
  try {
    for await (const step of proof(record, subtle)) {
      steps.push(step);
      if (!step.holds) break;
    }
  } catch (error) {
    steps.push({step: 'readable', holds: false, shown: {error: String(error)}});
  }
  return steps;
}

/** @param {GameRecord} record @param {SubtleCrypto} subtle @returns {AsyncGenerator<Step>} */
async function* proof(record, subtle) {
  const {players, first_seat: firstSeat, fairness} = record;
  const entropy = fairness.entropy ?? [];
  const {commitment} = fairness;
  yield {step: 'rules', holds: record.rules_version === 1 && players in DECKS, shown: {players}};

  const seed = bytesOf(fairness.reveal ?? '');
  yield {step: 'seed', holds: seed.length === SEED_BYTES, shown: {seed: fairness.reveal ?? ''}};

  const digest = hexOf(new Uint8Array(await subtle.digest('SHA-256', seed)));
  yield {step: 'commitment', holds: digest === commitment, shown: {digest, commitment}};

  const published = dataOf(record, 'game_opened').map((data) => data.commitment);
  const isSame =
    published.length === 1 && published[0] === commitment && record.game.fairness.commitment === commitment;
  yield {step: 'published', holds: isSame, shown: {commitment}};

  const isComplete = entropy.length === players && isEqual(record.game.fairness.entropy, entropy);
  yield {step: 'entropy', holds: isComplete, shown: {n: entropy.length, entropy: entropy.join(' · ')}};

  const message = JSON.stringify([record.game.id, entropy]);
  const key = await hmac(subtle, seed, new TextEncoder().encode(message));
  yield {step: 'key', holds: true, shown: {message, key: hexOf(key)}};

  const stream = numbers(subtle, key);
  const first = await below(players, stream);
  const started = dataOf(record, 'round_started');
  yield {step: 'first', holds: first === firstSeat && started[0]?.first_seat === first, shown: {seat: first + 1}};

  const deck = sortedDeck(players);
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, stream);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  yield {step: 'deck', holds: isEqual(record.deck, deck), shown: {n: deck.length, cards: deck.join(' ')}};

  /** @type {Card[][]} */
  const hands = [];
  for (let turn = 0; turn < players; turn += 1) {
    hands[(first + turn) % players] = deck.slice(turn * HAND_SIZE, (turn + 1) * HAND_SIZE);
  }
  yield {step: 'hands', holds: isEqual(record.hands.map(sorted), hands.map(sorted)), shown: {n: HAND_SIZE}};

  const dealt = dataOf(record, 'cards_dealt');
  const wanted = hands.map((cards, seat) => [seat, HAND_SIZE, cards]);
  const given = (dealt[0]?.seats ?? []).map((/** @type {SeatCards} */ {seat, count, cards}) => [seat, count, cards]);
  yield {step: 'dealt', holds: dealt.length === 1 && isEqual(given, wanted), shown: {}};

  const pile = deck.slice(players * HAND_SIZE);
  yield {step: 'pile', holds: dealt[0]?.draw_pile === pile.length, shown: {n: pile.length}};

  /** @type {SeatCards[]} */
  const draws = dataOf(record, 'cards_drawn').flatMap((data) => data.seats);
  const drawn = draws.flatMap((draw) => draw.cards ?? []);
  const isCounted = draws.every((draw) => draw.count === draw.cards?.length);
  yield {step: 'drawn', holds: isCounted && isEqual(drawn, pile.slice(0, drawn.length)), shown: {n: drawn.length}};
}

/** The deck before the shuffle: Charon first, then the Creatures. @param {number} players @returns {Card[]} */
export function sortedDeck(players) {
  const {charons, without} = DECKS[players];
  const creatures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((creature) => !without.includes(creature));
  return [...Array(charons).fill(0), ...creatures.flatMap((creature) => Array(4).fill(creature))];
}

/**
 * Numbers of 32 bits without end: HMAC-SHA-256 of a counter of 8 bytes, cut into words, big-endian.
 * @param {SubtleCrypto} subtle
 * @param {Uint8Array<ArrayBuffer>} key
 */
async function* numbers(subtle, key) {
  for (let counter = 0n; ; counter += 1n) {
    const place = new DataView(new ArrayBuffer(8));
    place.setBigUint64(0, counter);
    const block = await hmac(subtle, key, new Uint8Array(place.buffer));
    const words = new DataView(block.buffer);
    for (let start = 0; start < block.length; start += 4) yield words.getUint32(start);
  }
}

/**
 * A fair number below `bound`: words past its last whole multiple are skipped.
 * @param {number} bound
 * @param {AsyncGenerator<number>} stream
 */
async function below(bound, stream) {
  const end = WORDS - (WORDS % bound);
  for (;;) {
    const {value} = await stream.next();
    if (value < end) return value % bound;
  }
}

/** @param {SubtleCrypto} subtle @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
async function hmac(subtle, key, message) {
  const imported = await subtle.importKey('raw', key, {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, message));
}

/** @param {GameRecord} record @param {string} kind @returns {any[]} */
function dataOf(record, kind) {
  return record.events.filter((event) => event.kind === kind).map((/** @type {GameEvent} */ event) => event.data);
}

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return new Uint8Array();
  return new Uint8Array((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Card[]} cards */
function sorted(cards) {
  return [...cards].sort((a, b) => a - b);
}

/** @param {unknown} one @param {unknown} other */
function isEqual(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
