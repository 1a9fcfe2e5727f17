/**
 * One game as it is being played: the view, the events that arrive, and in what rhythm they are shown.
 *
 * Events are told in the log at once. The table shows them one after the other, so that a reveal can be seen; whoever
 * was away gets the table as it is now.
 *
 * @import {Api} from '../api.js'
 * @import {Connection} from '../events.js'
 * @import {Game, GameEvent, Move} from '../types.js'
 */
import {Refused, Unreachable} from '../api.js';
import {Follower} from '../events.js';
import {fold} from '../fold.js';

/**
 * How long the table stays as it is after an event, in milliseconds, by pace.
 * @type {Record<string, {reveal: number, offer: number}>}
 */
const PACES = {calm: {reveal: 2600, offer: 800}, brisk: {reveal: 1200, offer: 350}, instant: {reveal: 0, offer: 0}};
const MOST_WAITING = 14;
const ECHO_TAKES = 350;
const SETTLED_AFTER = 1200;

/**
 * @typedef {{events: GameEvent[], stillLegal: boolean, code: string}} Meanwhile what happened before a move of ours came in
 */

export class Play {
  /**
   * @param {object} options
   * @param {Api} options.api
   * @param {Game} options.game
   * @param {GameEvent[]} options.log
   * @param {string|null} options.me
   * @param {() => string} options.pace
   * @param {() => void} options.onChange the table, the connection or what is on its way has changed
   * @param {(events: GameEvent[]) => void} options.onTold events for the log
   * @param {(meanwhile: Meanwhile) => void} options.onMeanwhile
   * @param {(error: unknown) => void} options.onError
   * @param {() => void} [options.onTalk] something was said at the table
   */
  constructor(options) {
    this.api = options.api;
    this.me = options.me;
    this._options = options;
    /** @type {Connection} */
    this.connection = 'live';
    this.isSending = false;
    /** The last lot that was turned face up, and whether it was before our eyes. @type {GameEvent|null} */
    this.reveal = lastReveal(options.log);
    this.isRevealNew = false;
    /** @type {GameEvent[]} */
    this._waiting = [];
    this._isPlaying = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this._settling = undefined;
    this.game = fold(options.game, options.log, this.me);
    this.follower = new Follower({
      api: this.api,
      game: this.game.id,
      after: this.game.version,
      onEvents: (events) => this._came(events),
      onState: (state) => this._connected(state),
      onTalk: this.game.you === null ? null : options.onTalk,
    });
    if (isOver(this.game)) {
      this.connection = 'over';
      this.follower.stop();
    }
  }

  /** Does the table show all that we know of, and is nothing of ours on its way? */
  get isReady() {
    return this._waiting.length === 0 && !this._isPlaying && !this.isSending;
  }

  stop() {
    this.follower.stop();
    clearTimeout(this._settling);
  }

  /** @param {Move} move */
  async move(move) {
    if (!this.isReady) return;
    this.isSending = true;
    this._options.onChange();
    try {
      const after = await this.api.move(this.game.id, move);
      await this._echo(after.version);
    } catch (error) {
      await this._refused(error);
    }
    this.isSending = false;
    this._options.onChange();
  }

  /** Our own move comes back as events; if the stream is slow, they are fetched. @param {number} version */
  async _echo(version) {
    if (this.follower.last < version) await new Promise((done) => setTimeout(done, ECHO_TAKES));
    if (this.follower.last < version) await this._fetchMissing();
  }

  async _fetchMissing() {
    const page = await this.api.events(this.game.id, {after: this.follower.last});
    this.follower.take(page.items);
  }

  /** @param {unknown} error */
  async _refused(error) {
    if (error instanceof Refused && error.code === 'stale_version' && error.problem.events) {
      this._options.onMeanwhile({
        events: error.problem.events,
        stillLegal: error.problem.still_legal === true,
        code: error.code,
      });
      this.follower.take(error.problem.events);
      return;
    }
    if (error instanceof Refused && ['not_your_turn', 'game_over', 'not_seated'].includes(error.code)) {
      const last = this.follower.last;
      await this._fetchMissing().catch(() => {});
      this._options.onMeanwhile({
        events: this._options.log.filter((event) => event.seq > last),
        stillLegal: false,
        code: error.code,
      });
      return;
    }
    if (error instanceof Unreachable) this._connected('lost');
    this._options.onError(error);
  }

  /** @param {GameEvent[]} events */
  _came(events) {
    this._options.log.push(...events);
    this._options.onTold(events);
    this._waiting.push(...events);
    void this._show();
  }

  /** @param {Connection} state */
  _connected(state) {
    if (this.connection === state) return;
    this.connection = state;
    this._options.onChange();
    if (state === 'live') this._settle();
  }

  async _show() {
    if (this._isPlaying) return;
    this._isPlaying = true;
    while (this._waiting.length > 0) {
      const pace = PACES[this._options.pace()] ?? PACES.calm;
      const isHurried = this._waiting.length > MOST_WAITING || document.hidden;
      const events = isHurried ? this._waiting.splice(0) : [this._waiting[0]];
      if (!isHurried) this._waiting.shift();
      this.game = fold(this.game, events, this.me);
      const reveal = lastReveal(events);
      if (reveal) {
        this.reveal = reveal;
        this.isRevealNew = !isHurried;
      }
      const rest = isHurried ? 0 : reveal ? pace.reveal : events[0].kind === 'offer_made' ? pace.offer : 0;
      if (rest > 0 && this._waiting.length > 0) {
        this._options.onChange();
        await new Promise((done) => setTimeout(done, rest));
      } else if (rest > 0) {
        // What follows in the same breath (refills, the next round) is shown with it: wait for it, but not for others.
        this._options.onChange();
        await Promise.resolve();
      }
    }
    this._isPlaying = false;
    this._options.onChange();
    this._settle();
  }

  /** When it is quiet, compare with what the service says: deadlines may be given time, and it has the last word. */
  _settle() {
    clearTimeout(this._settling);
    const isWaitingRoom = this.game.status === 'open';
    this._settling = setTimeout(() => void this.refresh(), isWaitingRoom ? 0 : SETTLED_AFTER);
  }

  /** Take the view from the service, unless ours is newer. */
  async refresh() {
    try {
      const game = await this.api.game(this.game.id);
      if (game.version < this.game.version || !this.isReady) return;
      this.game = game;
      this._options.onChange();
      if (this.follower.last < game.version) await this._fetchMissing();
    } catch (error) {
      if (!(error instanceof Unreachable)) this._options.onError(error);
    }
  }
}

/** @param {GameEvent[]} events */
function lastReveal(events) {
  return events.findLast((event) => event.kind === 'lot_accepted' || event.kind === 'lot_refused') ?? null;
}

/** @param {Game} game */
export function isOver(game) {
  return game.status !== 'open' && game.status !== 'active';
}
