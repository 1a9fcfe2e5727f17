/**
 * What is said at the table. Messages are added and never drawn again, so that screen readers say each once; what
 * people wrote is only ever set as text.
 *
 * A stream may say that there is more to fetch; whether or not it does, we look now and then.
 *
 * @import {Api} from '../api.js'
 * @import {Message} from '../types.js'
 */
import {h} from '../dom.js';
import {momentIn, t} from '../lang.js';

const LONGEST = 500;
const LOOK_EVERY = 5000;
/** While a stream tells us, it is enough to make sure. */
const LOOK_WHEN_LIVE = 30_000;

export class Talk {
  /**
   * @param {object} options
   * @param {Api} options.api
   * @param {string} options.game
   * @param {string|null} options.me
   * @param {() => boolean} options.isLive whether a stream would tell of a message
   * @param {(text: string) => void} options.tell
   * @param {(error: unknown) => void} options.onError
   */
  constructor(options) {
    this._options = options;
    /** @type {Message[]} */
    this._messages = [];
    this._lookedAt = 0;
    this._isAsking = false;
    this._lines = h('ol');
    this._place = h(
      'div',
      {class: 'talk-lines', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', tabindex: '0'},
      this._lines,
    );
    this._title = h('h2');
    this._label = h('label', {for: 'talk-text'});
    this._text = /** @type {HTMLInputElement} */ (
      h('input', {id: 'talk-text', name: 'text', maxlength: LONGEST, autocomplete: 'off', required: true})
    );
    this._send = h('button', {class: 'button'});
    this.element = h(
      'section',
      {class: 'talk'},
      this._title,
      this._place,
      h(
        'form',
        {on: {submit: (/** @type {SubmitEvent} */ event) => void this._write(event)}},
        this._label,
        this._text,
        this._send,
      ),
    );
    this._timer = setInterval(() => this._look(), LOOK_EVERY);
    this.again();
    void this.refresh();
  }

  stop() {
    clearInterval(this._timer);
  }

  /** In another language. */
  again() {
    this._title.textContent = t('talk');
    this._place.setAttribute('aria-label', t('talk'));
    this._label.textContent = t('talk_say');
    this._send.textContent = t('talk_send');
    this._lines.replaceChildren(...this._messages.map((message) => this._line(message)));
  }

  /** Fetch what is new. */
  async refresh() {
    if (this._isAsking) return;
    this._isAsking = true;
    this._lookedAt = Date.now();
    try {
      for (;;) {
        const page = await this._options.api.messages(this._options.game, this._messages.at(-1)?.seq ?? 0);
        this._add(page.items);
        if (page.next === null) break;
      }
    } catch (error) {
      // We look again soon; who lost their seat meanwhile is told by the table.
      console.warn(error);
    }
    this._isAsking = false;
  }

  _look() {
    const pause = this._options.isLive() ? LOOK_WHEN_LIVE : LOOK_EVERY;
    if (!document.hidden && Date.now() - this._lookedAt >= pause) void this.refresh();
  }

  /** @param {Message[]} messages */
  _add(messages) {
    const last = this._messages.at(-1)?.seq ?? 0;
    const fresh = messages.filter((message) => message.seq > last);
    const isAtEnd = this._place.scrollTop + this._place.clientHeight >= this._place.scrollHeight - 40;
    this._messages.push(...fresh);
    this._lines.append(...fresh.map((message) => this._line(message)));
    if (isAtEnd) this._place.scrollTop = this._place.scrollHeight;
  }

  /** @param {SubmitEvent} event */
  async _write(event) {
    event.preventDefault();
    const text = this._text.value.trim();
    if (!text) return;
    try {
      await this._options.api.writeMessage(this._options.game, text);
      this._text.value = '';
      await this.refresh();
    } catch (error) {
      this._options.onError(error);
    }
  }

  /** @param {Message} message */
  _line(message) {
    const isMine = message.player.name === this._options.me;
    return h(
      'li',
      {title: momentIn(message.at)},
      h('strong', null, isMine ? t('you') : message.player.name),
      ' ',
      message.hidden ? h('em', null, t('talk_hidden')) : h('span', {class: 'said'}, message.text),
      isMine ? null : this._menu(message),
    );
  }

  /** @param {Message} message */
  _menu(message) {
    const who = message.player.name;
    return h(
      'details',
      null,
      h('summary', {'aria-label': t('talk_more', {who}), title: t('talk_more', {who})}, '…'),
      h('button', {type: 'button', class: 'quiet', on: {click: () => this._mute(who)}}, t('talk_mute', {who})),
      h('button', {type: 'button', class: 'quiet', on: {click: () => this._report(message)}}, t('talk_report')),
    );
  }

  /** @param {string} who */
  async _mute(who) {
    if (!globalThis.confirm(t('talk_mute_sure', {who}))) return;
    try {
      await this._options.api.mute(who);
      // What they said before vanishes as well.
      this._messages = [];
      this._lines.replaceChildren();
      await this.refresh();
      this._options.tell(t('talk_muted', {who}));
      this._text.focus();
    } catch (error) {
      this._options.onError(error);
    }
  }

  /** @param {Message} message */
  async _report(message) {
    const text = globalThis.prompt(t('talk_report_what'))?.trim();
    if (!text) return;
    try {
      const about = {kind: 'abuse', game: this._options.game, message: message.id, text: text.slice(0, 2000)};
      await this._options.api.report(about);
      this._options.tell(t('talk_reported'));
    } catch (error) {
      this._options.onError(error);
    }
  }
}
