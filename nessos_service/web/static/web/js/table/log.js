/**
 * The log in words. Lines are added and never drawn again, so that screen readers say each once.
 *
 * @import {GameEvent} from '../types.js'
 * @import {Table} from '../words.js'
 */
import {h} from '../dom.js';
import {momentIn, t} from '../lang.js';
import {inWords} from '../words.js';

/** The log of one game. */
export class Log {
  /** @param {(seq: number) => void} [onStep] what a click on a line does */
  constructor(onStep) {
    /** @type {GameEvent[]} */
    this.events = [];
    this._lines = h('ol');
    this._place = h(
      'div',
      {class: 'log-lines', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions', tabindex: '0'},
      this._lines,
    );
    this._title = h('h2', null, t('log'));
    this.element = h('section', {class: 'log'}, this._title, this._place);
    this._onStep = onStep;
  }

  /** @param {GameEvent[]} events @param {Table} table */
  add(events, table) {
    const isAtEnd = this._place.scrollTop + this._place.clientHeight >= this._place.scrollHeight - 40;
    for (const event of events) {
      this.events.push(event);
      const line = this._line(event, table);
      if (line) this._lines.append(line);
    }
    if (isAtEnd) this._place.scrollTop = this._place.scrollHeight;
  }

  /** Show the latest. */
  toEnd() {
    this._place.scrollTop = this._place.scrollHeight;
  }

  /** In another language, or seen by others. @param {Table} table */
  again(table) {
    this._title.textContent = t('log');
    this._place.setAttribute('aria-label', t('log'));
    const top = this._place.scrollTop;
    this._lines.replaceChildren(
      ...this.events.map((event) => this._line(event, table)).filter((line) => line !== null),
    );
    this._place.scrollTop = top;
  }

  /** Show which line is the one being looked at. @param {number} seq */
  mark(seq) {
    for (const line of this._lines.children) {
      const isIt = line.getAttribute('data-seq') === String(seq);
      if (isIt) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
      if (isIt && line instanceof HTMLElement) this._place.scrollTop = line.offsetTop - this._place.clientHeight / 2;
    }
  }

  /** @param {GameEvent} event @param {Table} table */
  _line(event, table) {
    const text = inWords(event, table);
    if (text === null) return null;
    const step = this._onStep;
    const content = step
      ? h('button', {type: 'button', class: 'line', on: {click: () => step(event.seq)}}, text)
      : text;
    return h('li', {class: `of-${event.kind}`, 'data-seq': event.seq, title: momentIn(event.at)}, content);
  }
}
