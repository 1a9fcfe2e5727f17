/**
 * What happened, in words: one line for each event, in the language of the page.
 *
 * @import {Card, GameEvent, Player, Revealed, Seat} from './types.js'
 */
import {cardInWords, listed, t, tMaybe} from './lang.js';

/** @typedef {{name: (seat: Seat) => string, you: Seat|null}} Table who sits where; `you` is the reader's seat */

/**
 * Who sits where, for `inWords`.
 * @param {{seat: Seat, player: Player|null}[]} seats
 * @param {Seat|null} you
 * @returns {Table}
 */
export function tableOf(seats, you) {
  return {name: (seat) => seats[seat]?.player?.name ?? t('seat_n', {n: seat + 1}), you};
}

/**
 * One event as a line; null for those that need no telling.
 * @param {GameEvent} event
 * @param {Table} table
 * @returns {string|null}
 */
export function inWords({kind, data}, table) {
  const who = (/** @type {Seat} */ seat) => table.name(seat);
  const isYou = (/** @type {Seat} */ seat) => seat === table.you;
  switch (kind) {
    case 'game_opened':
      return t('log_opened', {who: data.creator});
    case 'seat_taken':
      return t('log_seat_taken', {who: data.player.name});
    case 'seat_left':
      return t('log_seat_left', {who: data.player.name});
    case 'game_started':
      return t('log_started', {
        who: listed(data.seats.map((/** @type {{player: Player}} */ seat) => seat.player.name)),
      });
    case 'cards_dealt':
      return t('log_dealt', {n: data.draw_pile});
    case 'round_started':
      return isYou(data.first_seat)
        ? t('log_round_you', {round: data.round})
        : t('log_round', {round: data.round, who: who(data.first_seat)});
    case 'offer_made':
      return offerInWords(data, table);
    case 'lot_accepted':
    case 'lot_refused':
      return revealInWords(kind, data, table);
    case 'player_eliminated':
      return isYou(data.seat) ? t('log_out_you') : t('log_out', {who: who(data.seat)});
    case 'turn_expired':
      return isYou(data.seat) ? t('log_expired_you') : t('log_expired', {who: who(data.seat)});
    case 'seat_handed_over':
      return t(data.reason === 'resigned' ? 'log_resigned' : 'log_handed', {from: data.from.name, to: data.to.name});
    case 'game_ended':
      return endInWords(data, table);
    case 'game_cancelled':
      return t('log_cancelled');
    case 'game_voided':
      return t('log_voided');
    default:
      return null;
  }
}

/** "Ann offers you an amphora: “a 7”." @param {any} data @param {Table} table */
function offerInWords({from, to, claim, position}, table) {
  const first = position === 0;
  const values = {who: table.name(from), to: table.name(to), claim: claimInWords(claim)};
  if (from === table.you) return t(first ? 'log_offer_by_you' : 'log_pass_by_you', values);
  if (to === table.you) return t(first ? 'log_offer_to_you' : 'log_pass_to_you', values);
  return t(first ? 'log_offer' : 'log_pass', values);
}

/** “a 7”, or “Charon”. @param {number} claim */
export function claimInWords(claim) {
  return claim === 0 ? t('claim_charon') : t('claim_number', {n: claim, card: t(/** @type {any} */ (`card_${claim}`))});
}

/** @param {string} kind @param {any} data @param {Table} table */
function revealInWords(kind, {by, receiver, cards, points, charons}, table) {
  const key = kind === 'lot_accepted' ? 'accept' : 'refuse';
  const side = by === table.you ? '_by_you' : receiver === table.you ? '_to_you' : '';
  const line = t(/** @type {any} */ (`log_${key}${side}`), {who: table.name(by), to: table.name(receiver)});
  const shown = listed(cards.map((/** @type {Revealed} */ card) => cardRevealed(card)));
  const tally = t('log_tally', {n: points, charons: t('n_charons', {n: charons})});
  return `${line} ${shown}. ${table.name(receiver)}: ${tally}.`;
}

/** "Charon, said to be 7"; "Griffin 5, as said". @param {{card: Card, claim: number}} card */
export function cardRevealed({card, claim}) {
  if (card === claim) return t('log_true', {card: cardInWords(card)});
  return t('log_false', {card: cardInWords(card), claim});
}

/** @param {any} data @param {Table} table */
function endInWords({reason, winners}, table) {
  const why = tMaybe(`reason_${reason}`) ?? reason;
  if (winners.length === 0) return t('log_nobody_won', {why});
  if (winners.length === 1 && winners[0] === table.you) return t('log_you_won', {why});
  return t('log_won', {
    who: listed(winners.map((/** @type {Seat} */ seat) => table.name(seat))),
    n: winners.length,
    why,
  });
}

/**
 * A refusal in the reader's language, as far as it is one that people meet.
 * @param {{code: string, reason?: string, detail?: string}} problem
 */
export function problemInWords(problem) {
  if (problem.reason) return tMaybe(`rule_${problem.reason}`) ?? problem.detail ?? problem.reason;
  return tMaybe(`problem_${problem.code}`) ?? problem.detail ?? t('problem_other', {code: problem.code});
}
