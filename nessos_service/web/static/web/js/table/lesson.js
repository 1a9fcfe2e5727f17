/**
 * A first game, guided: three rounds against two players who do as they are told. It is folded from events, as every
 * game is; nothing is asked of the service.
 *
 * @import {Card, Game, GameEvent, Move} from '../types.js'
 * @import {Key} from '../lang.js'
 * @import {Choice} from './controls.js'
 */
import {CHARON, fold, opened, pointsOf} from '../fold.js';
import {NOTHING} from './controls.js';

const ME = 0;
const HAND = [0, 2, 3, 7, 9];
const AT = '2000-01-01T00:00:00Z';
const DECK = {0: 11, 1: 4, 2: 4, 3: 4, 4: 0, 5: 4, 6: 0, 7: 4, 8: 0, 9: 4, 10: 4};

/**
 * @typedef {object} Lesson
 * @property {Game} game
 * @property {GameEvent|null} reveal
 * @property {Key} said what the guide says
 * @property {Choice} choice
 * @property {string} note
 * @property {boolean} isDone
 * @property {(move: Move) => Lesson} after
 */

/** The beginning: my turn to open. @returns {Lesson} */
export function tried() {
  const table = new Lessons();
  table.add('game_started', {
    players: 3,
    rules_version: 1,
    rules: {version: 1, players: 3, points_to_win: 40, deck: DECK},
    seats: ['—', 'Chiron', 'Atalanta'].map((name, seat) => ({
      seat,
      player: {name, kind: seat === ME ? 'human' : 'bot'},
    })),
    entropy: [],
  });
  table.sit();
  table.add('cards_dealt', {
    seats: [0, 1, 2].map((seat) => ({seat, count: 5, cards: seat === ME ? HAND : null})),
    draw_pile: 24,
  });
  table.add('round_started', {round: 1, first_seat: ME});
  return table.lesson('lesson_open', (move) => table.offered(move));
}

class Lessons {
  constructor() {
    /** @type {Game} */
    this.game = opened(
      'lesson',
      event(1, 'game_opened', {
        players: 3,
        creator: '—',
        name: '',
        turn: 'P1D',
        visibility: 'private',
        rated: false,
        commitment: '',
      }),
    );
    /** @type {GameEvent|null} */
    this.reveal = null;
    /** @type {Move|null} */
    this.mine = null;
  }

  /** @param {string} kind @param {any} data */
  add(kind, data) {
    const fact = event(this.game.version + 1, kind, data);
    this.game = fold(this.game, [fact]);
    if (kind.startsWith('lot_')) this.reveal = fact;
  }

  sit() {
    this.game = {...this.game, you: {seat: ME, hand: [], legal: null}};
  }

  /** @param {Key} said @param {(move: Move) => Lesson} after @param {boolean} [isDone] @returns {Lesson} */
  lesson(said, after, isDone = false) {
    return {game: this.game, reveal: this.reveal, said, choice: NOTHING, note: '', isDone, after};
  }

  /** My first offer: a Creature is accepted, a Charon believed too. @param {Move} move @returns {Lesson} */
  offered(move) {
    if (move.kind !== 'offer') return this.lesson('lesson_open', (next) => this.offered(next));
    this.add('offer_made', {from: ME, to: move.to, claim: move.claim, position: 0, card: move.card});
    this.settle('lot_accepted', move.to, move.to, [{from: ME, card: move.card, claim: move.claim}]);
    this.add('cards_drawn', {seats: [{seat: ME, count: 1, cards: [1]}]});
    this.add('round_started', {round: 2, first_seat: 1});
    this.add('offer_made', {from: 1, to: ME, claim: 10, position: 0, card: null});
    return this.lesson(move.card === CHARON ? 'lesson_bluffed' : 'lesson_told_truth', (next) => this.answered(next));
  }

  /** Chiron offers "a 10": it is a Charon. @param {Move} move @returns {Lesson} */
  answered(move) {
    const cards = [{from: 1, card: CHARON, claim: 10}];
    if (move.kind === 'offer') {
      this.add('offer_made', {from: ME, to: move.to, claim: move.claim, position: 1, card: move.card});
      this.settle('lot_refused', move.to, ME, [...cards, {from: ME, card: move.card, claim: move.claim}]);
      return this.third('lesson_passed_back');
    }
    this.settle(move.kind === 'accept' ? 'lot_accepted' : 'lot_refused', ME, move.kind === 'accept' ? ME : 1, cards);
    return this.third(move.kind === 'accept' ? 'lesson_fell' : 'lesson_caught');
  }

  /** Atalanta tells the truth, and I may take it, or pass on. @param {Key} said @returns {Lesson} */
  third(said) {
    this.add('round_started', {round: 3, first_seat: 2});
    this.add('offer_made', {from: 2, to: ME, claim: 9, position: 0, card: null});
    return this.lesson(said, (move) => {
      const cards = [{from: 2, card: 9, claim: 9}];
      if (move.kind === 'offer') {
        this.add('offer_made', {from: ME, to: move.to, claim: move.claim, position: 1, card: move.card});
        this.settle('lot_accepted', move.to, move.to, [...cards, {from: ME, card: move.card, claim: move.claim}]);
      } else {
        this.settle(
          move.kind === 'accept' ? 'lot_accepted' : 'lot_refused',
          ME,
          move.kind === 'accept' ? ME : 2,
          cards,
        );
      }
      return this.lesson('lesson_done', () => tried(), true);
    });
  }

  /**
   * @param {string} kind
   * @param {number} by
   * @param {number} receiver
   * @param {{from: number, card: Card, claim: number}[]} cards
   */
  settle(kind, by, receiver, cards) {
    const front = [...this.game.seats[receiver].front, ...cards.map((card) => card.card)];
    this.add(kind, {
      by,
      receiver,
      cards,
      points: pointsOf(front),
      charons: front.filter((card) => card === CHARON).length,
    });
  }
}

/** @param {number} seq @param {string} kind @param {any} data @returns {GameEvent} */
function event(seq, kind, data) {
  return {seq, kind, at: AT, round: null, data};
}
