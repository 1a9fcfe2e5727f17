/**
 * The events of a game as they arrive, whatever happens to the connection: each once and in order.
 *
 * A stream of server-sent events is followed while it can be had. When it breaks, `onState('lost')` says so, and it is
 * tried again, sooner and sooner the better the chances are; where no stream gets through at all (some proxies), a long
 * poll stands in. Whatever brings the events, they are told by their `seq`: nothing twice, nothing left out.
 *
 * @import {Api} from './api.js'
 * @import {GameEvent} from './types.js'
 */
import {Refused} from './api.js';

export const KINDS = [
  ...['game_opened', 'seat_taken', 'seat_left', 'game_started', 'cards_dealt', 'round_started', 'offer_made'],
  ...['lot_accepted', 'lot_refused', 'player_eliminated', 'cards_drawn', 'turn_expired', 'seat_handed_over'],
  ...['game_ended', 'game_cancelled', 'game_voided'],
];
const LAST_KINDS = new Set(['game_ended', 'game_cancelled', 'game_voided']);
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const OPENING_TAKES = 8000;
const POLL_SECONDS = 20;
/** After so long without a stream it is tried again. */
const POLLED_LONG_ENOUGH = 30_000;

/** @typedef {'live'|'lost'|'over'} Connection */

/** Follow the events of one game from `after` on. */
export class Follower {
  /**
   * @param {object} options
   * @param {Api} options.api
   * @param {string} options.game
   * @param {number} options.after
   * @param {(events: GameEvent[]) => void} options.onEvents
   * @param {(state: Connection) => void} [options.onState]
   * @param {(() => void)|null} [options.onTalk] something was said at the table; a hint, which may be lost
   */
  constructor({api, game, after, onEvents, onState = () => {}, onTalk = null}) {
    this.api = api;
    this.game = game;
    this.last = after;
    this._onEvents = onEvents;
    this._onState = onState;
    this._onTalk = onTalk;
    /** @type {Connection} */
    this._state = 'live';
    this._pause = FIRST_PAUSE;
    /** @type {EventSource|null} */
    this._source = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this._timer = undefined;
    /** @type {AbortController|null} */
    this._poll = null;
    this._failures = 0;
    this._isStopped = false;
    this._online = () => this._retryNow();
    this._offline = () => this._lost();
    globalThis.addEventListener?.('online', this._online);
    globalThis.addEventListener?.('offline', this._offline);
    this._open();
  }

  /** Is it a stream that brings the events, and not a poll? */
  get isStreaming() {
    return this._source !== null;
  }

  /** Follow no more. */
  stop() {
    this._isStopped = true;
    globalThis.removeEventListener?.('online', this._online);
    globalThis.removeEventListener?.('offline', this._offline);
    this._close();
  }

  /**
   * Take events from elsewhere too (an answer, a refusal): what is known already is not told again.
   * @param {GameEvent[]} events
   */
  take(events) {
    const fresh = events.filter((event) => event.seq > this.last).sort((a, b) => a.seq - b.seq);
    // A gap is left to the stream: it begins where we are.
    const next = fresh.filter((event, place) => event.seq === this.last + 1 + place);
    if (next.length === 0) return;
    this.last = next[next.length - 1].seq;
    this._onEvents(next);
    if (next.some((event) => LAST_KINDS.has(event.kind))) {
      this._say('over');
      this.stop();
    }
  }

  _open() {
    this._close();
    if (this._isStopped) return;
    if (typeof EventSource === 'undefined' || this._failures >= 3) {
      void this._longPoll();
      return;
    }
    const source = new EventSource(this.api.streamAddress(this.game, this.last, this._onTalk !== null));
    this._source = source;
    this._timer = setTimeout(() => this._failed(), OPENING_TAKES);
    source.addEventListener('open', () => {
      clearTimeout(this._timer);
      this._failures = 0;
      this._pause = FIRST_PAUSE;
      this._say('live');
    });
    for (const kind of KINDS) {
      source.addEventListener(kind, (message) => this.take([JSON.parse(message.data)]));
    }
    source.addEventListener('message_written', () => this._onTalk?.());
    source.addEventListener('error', () => this._failed());
  }

  _failed() {
    if (this._isStopped) return;
    this._failures += 1;
    this._lost();
    this._timer = setTimeout(() => this._open(), this._pause);
    this._pause = Math.min(this._pause * 2, LONGEST_PAUSE);
  }

  _lost() {
    this._close();
    this._say('lost');
    // Somebody may come back without a word: browsers do not always tell.
    this._timer = setTimeout(() => this._open(), this._pause);
  }

  _retryNow() {
    if (this._state !== 'lost' || this._isStopped) return;
    this._pause = FIRST_PAUSE;
    this._open();
  }

  async _longPoll() {
    const poll = new AbortController();
    this._poll = poll;
    const since = Date.now();
    try {
      while (!this._isStopped && !poll.signal.aborted) {
        // The first one answers at once, so that we know where we are.
        const wait = this._state === 'live' ? POLL_SECONDS : 0;
        const page = await this.api.events(this.game, {after: this.last, wait}, poll.signal);
        this._say('live');
        this._pause = FIRST_PAUSE;
        this.take(page.items);
        if (Date.now() - since > POLLED_LONG_ENOUGH) {
          this._failures = 0;
          this._open();
          return;
        }
      }
    } catch (error) {
      if (poll.signal.aborted || this._isStopped) return;
      if (error instanceof Refused && ['not_found', 'forbidden'].includes(error.code)) {
        this._say('over');
        this.stop();
        return;
      }
      this._failures = 0;
      this._lost();
    }
  }

  _close() {
    clearTimeout(this._timer);
    this._source?.close();
    this._source = null;
    this._poll?.abort();
    this._poll = null;
  }

  /** @param {Connection} state */
  _say(state) {
    if (state === this._state || this._isStopped) return;
    this._state = state;
    this._onState(state);
  }
}
