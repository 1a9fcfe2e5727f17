/**
 * Whom one mutes and blocks, and what moderators imposed on one: parts of the settings.
 *
 * @import {Key} from './lang.js'
 * @import {OtherPlayer, Sanction} from './types.js'
 */
import {h} from './dom.js';
import {momentIn, t} from './lang.js';
import {api, attempt, tell} from './shell.js';

export class Conduct {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this._redraw = redraw;
    /** @type {OtherPlayer[]} */
    this._mutes = [];
    /** @type {OtherPlayer[]} */
    this._blocks = [];
    /** @type {Sanction[]} */
    this._sanctions = [];
  }

  async load() {
    const [mutes, blocks, sanctions] = await Promise.all([api.mutes(), api.blocks(), api.sanctions()]);
    this._mutes = mutes.items;
    this._blocks = blocks.items;
    this._sanctions = sanctions.items;
  }

  parts() {
    return [this._others(), this._imposed()];
  }

  _others() {
    return h(
      'form',
      {class: 'form', key: 'others', on: {submit: (/** @type {SubmitEvent} */ event) => this._add(event)}},
      h('h2', null, t('others')),
      h('p', {class: 'about'}, t('others_about')),
      this._list('muted', this._mutes, (name) => api.unmute(name)),
      this._list('blocked', this._blocks, (name) => api.unblock(name)),
      h(
        'p',
        {class: 'field'},
        h('label', {for: 'other-name'}, t('others_name')),
        h('input', {id: 'other-name', name: 'name', maxlength: 64, required: true, autocomplete: 'off'}),
      ),
      h(
        'p',
        {class: 'row'},
        h('button', {class: 'button', name: 'what', value: 'mute'}, t('others_mute')),
        h('button', {class: 'button', name: 'what', value: 'block'}, t('others_block')),
      ),
    );
  }

  /** @param {'muted'|'blocked'} kind @param {OtherPlayer[]} entries @param {(name: string) => Promise<unknown>} remove */
  _list(kind, entries, remove) {
    if (entries.length === 0) return null;
    return h(
      'div',
      {key: kind},
      h('h3', null, t(`others_${kind}`)),
      h(
        'ul',
        null,
        entries.map(({player}) =>
          h(
            'li',
            {key: player.name, class: 'row'},
            player.name,
            ' ',
            h(
              'button',
              {
                type: 'button',
                class: 'quiet',
                'aria-label': t('others_remove_who', {who: player.name}),
                on: {click: () => this._then(() => remove(player.name))},
              },
              t('others_remove'),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {SubmitEvent} event */
  _add(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get('name')).trim();
    const isBlock = /** @type {HTMLButtonElement|null} */ (event.submitter)?.value === 'block';
    void this._then(() => (isBlock ? api.block(name) : api.mute(name))).then(() => form.reset());
  }

  _imposed() {
    if (this._sanctions.length === 0) return null;
    return h(
      'section',
      {class: 'form', key: 'sanctions'},
      h('h2', null, t('sanctions')),
      h(
        'ul',
        null,
        this._sanctions.map((sanction) => h('li', {key: sanction.id}, this._sanction(sanction))),
      ),
    );
  }

  /** @param {Sanction} sanction */
  _sanction(sanction) {
    const {appeal} = sanction;
    return [
      h(
        'p',
        null,
        h('strong', null, t(/** @type {Key} */ (`sanction_${sanction.kind}`))),
        ' · ',
        momentIn(sanction.created_at),
        sanction.until === null ? null : ` · ${t('sanction_until', {when: momentIn(sanction.until)})}`,
        sanction.lifted_at === null ? null : ` · ${t('sanction_lifted')}`,
      ),
      h('p', null, sanction.reason),
      appeal === null ? null : h('p', {class: 'about'}, t('appeal_yours'), ' ', appeal.text),
      appeal?.answer ? h('p', {class: 'about'}, t('appeal_answer'), ' ', appeal.answer) : null,
      h(
        'p',
        {class: 'row'},
        sanction.kind === 'warning' && sanction.acknowledged_at === null && sanction.lifted_at === null
          ? h(
              'button',
              {
                type: 'button',
                class: 'button main',
                on: {click: () => this._then(() => api.acknowledge(sanction.id))},
              },
              t('warning_read'),
            )
          : null,
        appeal === null
          ? h(
              'button',
              {type: 'button', class: 'quiet', on: {click: () => this._appeal(sanction.id)}},
              t('appeal_make'),
            )
          : null,
      ),
    ];
  }

  /** @param {string} id */
  _appeal(id) {
    const text = globalThis.prompt(t('appeal_what'))?.trim();
    if (text) void this._then(() => api.appeal(id, text.slice(0, 2000)));
  }

  /** Do something, and show how it is then. @param {() => Promise<unknown>} act */
  async _then(act) {
    await attempt(async () => {
      await act();
      await this.load();
      tell(t('saved'));
    });
    this._redraw();
  }
}
