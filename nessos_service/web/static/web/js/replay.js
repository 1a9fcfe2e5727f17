/**
 * A game step by step, from its log: what the table looked like after each event, to any pair of eyes.
 *
 * @import {Card, Game, GameEvent, Revealed, Seat, SeatCards} from './types.js'
 */
import {CHARON, fold, opened, without} from './fold.js';

/** @typedef {Seat|'open'|null} Eyes a seat's, everybody's at once, or those of somebody who only watches */
/**
 * The table after an event. `hands` are all hands, with open eyes; else null where they are hidden.
 * @typedef {{event: GameEvent, game: Game, hands: (Card[]|null)[]}} Step
 */

/** Every step of a game. @param {string} id @param {GameEvent[]} events @param {Eyes} eyes @returns {Step[]} */
export function replayed(id, events, eyes) {
  if (events.length === 0) return [];
  const seat = eyes === 'open' ? null : eyes;
  let game = opened(id, events[0]);
  /** @type {(Card[]|null)[]} */
  let hands = game.seats.map(() => null);
  return events.map((event) => {
    const seen = eyes === 'open' ? event : asSeen(event, seat);
    if (event.seq > game.version) game = fold(game, [seen]);
    if (event.kind === 'game_started' && seat !== null) game = {...game, you: {seat, hand: [], legal: null}};
    hands = handsAfter(hands, seen, game.seats.length);
    const lot =
      eyes === 'open' ? game.lot.map((card, place) => ({...card, card: faceOf(events, event.seq, place)})) : game.lot;
    return {event: seen, game: {...game, lot}, hands};
  });
}

/**
 * The event as a seat saw it when it happened.
 * @param {GameEvent} event
 * @param {Seat|null} seat
 * @returns {GameEvent}
 */
export function asSeen(event, seat) {
  const {kind, data} = event;
  switch (kind) {
    case 'offer_made':
      return data.from === seat ? event : {...event, data: {...data, card: null}};
    case 'cards_dealt':
    case 'cards_drawn': {
      const seats = data.seats.map((/** @type {SeatCards} */ one) => (one.seat === seat ? one : {...one, cards: null}));
      return {...event, data: {...data, seats}};
    }
    default:
      return event;
  }
}

/** @param {(Card[]|null)[]} hands @param {GameEvent} event @param {number} players */
function handsAfter(hands, {kind, data}, players) {
  switch (kind) {
    case 'game_started':
      return Array(players).fill(null);
    case 'cards_dealt':
    case 'cards_drawn': {
      const next = [...hands];
      for (const {seat, cards} of data.seats) {
        if (cards) next[seat] = [...(next[seat] ?? []), ...cards].sort((a, b) => a - b);
      }
      return next;
    }
    case 'offer_made': {
      const hand = hands[data.from];
      return hand && data.card !== null ? hands.with(data.from, without(hand, data.card)) : hands;
    }
    default:
      return hands;
  }
}

/**
 * What the card at that place of the lot was, with open eyes.
 * @param {GameEvent[]} events
 * @param {number} seq
 * @param {number} place
 */
function faceOf(events, seq, place) {
  const offers = events.filter((event) => event.seq <= seq && event.kind === 'offer_made');
  for (let index = offers.length - 1; index >= 0; index -= 1) {
    if (offers[index].data.position === place) return offers[index].data.card;
  }
  return null;
}

/** @typedef {{round: number, points: number[], charons: number[]}} Standing after a round */

/**
 * Points and Charon of every seat after each round; the first entry is the start.
 * @param {GameEvent[]} events
 * @returns {Standing[]}
 */
export function standings(events) {
  const started = events.find((event) => event.kind === 'game_started');
  if (!started) return [];
  const nobody = Array(started.data.seats.length).fill(0);
  /** @type {Standing[]} */
  const found = [{round: 0, points: nobody, charons: nobody}];
  for (const {kind, round, data} of events) {
    if (kind !== 'lot_accepted' && kind !== 'lot_refused') continue;
    const {points, charons} = found[found.length - 1];
    found.push({
      round: round ?? found.length,
      points: points.with(data.receiver, data.points),
      charons: charons.with(data.receiver, data.charons),
    });
  }
  return found;
}

/** @typedef {{offers: number, made: number, believed: number, caught: number, fell: number}} Bluffs */

/**
 * What each seat made of the truth: offers, bluffs made (Charon under another number), those that somebody else
 * took home (believed) and those that came back to their owner (caught), and how often the seat took home a bluff of
 * others (fell).
 * @param {GameEvent[]} events @returns {Bluffs[]}
 */
export function bluffs(events) {
  const started = events.find((event) => event.kind === 'game_started');
  if (!started) return [];
  /** @type {Bluffs[]} */
  const found = started.data.seats.map(() => ({offers: 0, made: 0, believed: 0, caught: 0, fell: 0}));
  for (const {kind, data} of events) {
    if (kind !== 'lot_accepted' && kind !== 'lot_refused') continue;
    for (const {from, card, claim} of /** @type {Revealed[]} */ (data.cards)) {
      found[from].offers += 1;
      if (card !== CHARON || claim === CHARON) continue;
      found[from].made += 1;
      if (data.receiver === from) found[from].caught += 1;
      else {
        found[from].believed += 1;
        found[data.receiver].fell += 1;
      }
    }
  }
  return found;
}
